/// Why a source cannot be read.
public enum SourceFailureCause: Error, Equatable, Codable, Sendable {
    case hostNotFound
    case connectionRefused
    case connectionReset
    case connectionFailed
    case connectionTimedOut
    case networkUnreachable
    /// The source did not respond, within the limit if it is known.
    case timedOut(after: Duration?)
    /// The source sent nothing, or hardly anything, for this long in the middle of a response.
    case stalled(for: Duration)
    /// The connection ended before the response did.
    case truncated
    case notHTTP
    case tls(TLSFailure)
    case status(Int, retryAfter: Duration? = nil)
    case redirect(RedirectFailure)
    /// The host of an address has a private IP address, and its source does not.
    case privateNetwork
    /// The music has no audio.
    case noAudio
    case invalidAddress(InvalidAddress)
    /// The library's definition of the source cannot be used.
    case invalidSource(SourceError)
    case folder(FolderFailure)
    case signIn(SignInFailure)
    /// The server reports an error with its code and message.
    case server(code: Int, message: String)
    /// Newer requests replaced this one.
    case superseded
    case content(ContentFailure)
    /// A cause that is known as a text only.
    case other(String)
}

/// Why a secure connection failed.
public enum TLSFailure: String, Error, Equatable, Codable, Sendable, CaseIterable {
    case timedOut = "timed-out"
    case untrustedCertificate = "untrusted-certificate"
    case unverifiableCertificate = "unverifiable-certificate"
    case wrongName = "wrong-name"
    /// A file of certificates to trust cannot be read, or contains none.
    case invalidCertificates = "invalid-certificates"
    /// The server does not speak TLS on this port.
    case notTLS = "not-tls"
    case failed
}

/// Why a redirect is not followed.
public enum RedirectFailure: Error, Equatable, Codable, Sendable {
    case tooMany(limit: Int)
    case loop
    case unsupportedScheme(String)
    case invalidAddress
    /// The server redirects to another one, which must not receive the credentials.
    case otherServer(String)
}

/// Why a folder of audio files cannot be read.
public enum FolderFailure: Equatable, Codable, Sendable {
    /// The folder does not exist, or it was replaced while it was read.
    case missing
    case notAFolder
    case unreadable(StorageFailure)
    /// The folder contains no audio file, like that of an unmounted disk.
    case empty
    /// Files were moved while the folder was read; another attempt may succeed.
    case changed
}

extension SourceFailureCause {
    /// The text that a server chose; nil without such text.
    package var foreignText: String? {
        switch self {
        case .redirect(.otherServer(let text)), .redirect(.unsupportedScheme(let text)), .server(_, let text),
            .content(.wrongType(let text)), .content(.unsupportedCompression(let text)):
            text
        default: nil
        }
    }

    /// The cause without text from a server or a record, which may contain anything.
    package var withoutForeignText: SourceFailureCause {
        switch self {
        case .redirect(.otherServer): .redirect(.otherServer(""))
        case .redirect(.unsupportedScheme): .redirect(.invalidAddress)
        case .server(let code, _): .server(code: code, message: "")
        case .content(.wrongType), .content(.unsupportedCompression), .content(.noValidRecords):
            .content(.invalidResponse)
        case .other: .other("")
        default: self
        }
    }
}
