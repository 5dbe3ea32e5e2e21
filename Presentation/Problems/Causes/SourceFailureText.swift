public import FermataDomain
import Foundation

/// The words for a source that cannot be read, as a clause: "the server returned 404 Not Found".
public struct SourceFailureText: Equatable, Sendable {
    public let text: String

    /// `hidesForeignText` omits text that a server or a record chose.
    public init(_ cause: SourceFailureCause, hidesForeignText: Bool = false) {
        let cause = hidesForeignText ? cause.withoutForeignText : cause
        text =
            switch cause {
            case .hostNotFound: "the host cannot be found"
            case .connectionRefused: "the connection was refused, no server listens at this address"
            case .connectionReset: "the server reset the connection"
            case .connectionFailed: "the connection failed"
            case .connectionTimedOut: "the connection timed out"
            case .networkUnreachable: "the network cannot be reached"
            case .timedOut(let limit?): "the server did not respond within \(Self.time(limit))"
            case .timedOut(nil): "the server did not respond in time"
            case .stalled(let limit): "the server sent nothing, or too little, for \(Self.time(limit))"
            case .truncated: "the connection ended before the end of the response"
            case .notHTTP: "the response is not HTTP"
            case .tls(let failure): Self.clause(failure)
            case .status(let code, _): "the server returned \(HTTPStatusText(code).text)"
            case .redirect(let failure): Self.clause(failure)
            case .privateNetwork: "the address is in a private network, and not on the server of its source"
            case .noAudio: "the music has no audio"
            case .invalidAddress(let cause): "the address \(InvalidAddressText(cause).text)"
            case .invalidSource(let error): SourceErrorText(error).text
            case .folder(.missing): "the folder does not exist"
            case .folder(.notAFolder): "it is not a folder"
            case .folder(.unreadable(let failure)): "the folder cannot be read: \(StorageFailureText(failure).text)"
            case .folder(.empty): "the folder contains no audio files"
            case .folder(.changed): "files were moved while the folder was read"
            case .signIn(let failure): Self.clause(failure)
            case .server(let code, ""): "the server reports error \(code)"
            case .server(_, let message): "the server reports \(message.quoted)"
            case .superseded: "newer requests replaced this one"
            case .content(let failure): ContentFailureText(failure).text
            case .other(""): "the reason is unknown"
            case .other(let text): text
            }
    }

    private static func clause(_ failure: TLSFailure) -> String {
        switch failure {
        case .timedOut: "the secure connection (TLS) timed out"
        case .untrustedCertificate: "the server’s certificate is not trusted"
        case .unverifiableCertificate: "the server’s certificate cannot be verified"
        case .wrongName: "the server’s certificate is for another name"
        case .invalidCertificates: "the file with certificates to trust cannot be read or has none (PEM)"
        case .notTLS: "the server does not use TLS at this address, try http:// instead"
        case .failed: "the secure connection (TLS) failed"
        }
    }

    static func clause(_ failure: SignInFailure) -> String {
        switch failure {
        case .noCredentials: "this computer has no password or API key for it"
        case .wrongPassword: "the user or the password is wrong"
        case .invalidAPIKey: "the API key is invalid"
        case .needsEncryption: "the password or API key itself would be sent over a connection that is not encrypted"
        case .unsupported: "the server supports no way to sign in that Fermata knows"
        case .notAllowed: "the user may not do this on the server"
        }
    }

    private static func clause(_ failure: RedirectFailure) -> String {
        switch failure {
        case .tooMany(let limit): "the server redirects more than \(limit) times"
        case .loop: "the redirects form a loop"
        case .unsupportedScheme(let scheme): "the server redirects to \("\(scheme):".quoted), which is not supported"
        case .invalidAddress: "the server redirects to an invalid address"
        case .otherServer(""): "the server redirects to another one"
        case .otherServer(let server): "the server redirects to another one, \(server.quoted)"
        }
    }

    private static func time(_ duration: Duration) -> String {
        duration.formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .wide))
    }
}
