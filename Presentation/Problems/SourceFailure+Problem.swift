public import FermataDomain
import Foundation

extension SourceFailure: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel { problem(for: audience, ofSource: nil) }

    /// `source` is the name of the source, if it is known. `unchanged` is a sentence about the unchanged content, for
    /// the user.
    func problem(
        for audience: ProblemModel.Audience, ofSource source: String?, unchanged: String = "Stored music is unchanged."
    ) -> ProblemModel {
        let object = audience == .user ? address : "the source"
        let page = audience == .user ? "The address \(address)" : "The address of the source"
        let sentence =
            cause == .content(.webPage)
            ? "\(page) is a web page (HTML) and neither a catalogue nor a music server."
            : "Cannot read \(object): \(cause.clause(for: audience))."
        guard audience == .user else { return ProblemModel(problemKind, sentence) }
        return ProblemModel(problemKind, sentence, hint: "\(advice(ofSource: source)) \(unchanged)")
    }

    private var problemKind: ProblemModel.Kind {
        switch kind {
        case .unreachable, .refused: .sourceUnavailable
        case .busy: .sourceBusy
        case .badData: .invalidSource
        }
    }

    private func advice(ofSource source: String?) -> String {
        let setCommand = "fermata source set \(source?.shellWord ?? "NAME")"
        return switch (kind, cause) {
        case (.badData, .content(.webPage)):
            "Check that it is the address of the document or server itself, not of a page about it or of a login."
        case (.unreachable, .folder(.missing)), (.unreachable, .folder(.empty)):
            "Check that its disk is mounted and the path is right."
        case (.unreachable, .file(.missing)): "Check that its disk is mounted and the path is right."
        case (.unreachable, .folder(.changed)), (.unreachable, .file(.changed)),
            (.unreachable, .file(.busy)):
            "Try again."
        case (.refused, .command(.notFound)):
            "Install the program, or change it with “\(setCommand) --address COMMAND”."
        case (.refused, .command): "Run the command in a terminal to see what it prints."
        case (.refused, .file): "Check the file and its permissions."
        case (.refused, .tls(.untrustedCertificate)), (.refused, .tls(.unverifiableCertificate)):
            "If you know the certificate, trust it with “fermata config set http.caFile FILE”, or for a music server "
                + "alone with the option --ca-file of “fermata source set”."
        case (.refused, .tls(.invalidCertificates)):
            "Check the file that “fermata config get http.caFile” names, or for a music server enter its own with "
                + "“\(setCommand) --ca-file FILE”."
        case (.refused, .signIn(.needsEncryption)):
            "Use an https address or, in a network that you trust, "
                + "“\(setCommand) --password --unencrypted-password”."
        case (.refused, .signIn(.notAllowed)): "Ask the owner of the server."
        case (.refused, .signIn(.unsupported)): "Use an API key of the server instead."
        case (.refused, .signIn): "Enter it with “\(setCommand) --password”."
        case (.refused, .server): "Try again later, or ask the owner of the server."
        case (.refused, .redirect(.otherServer)):
            "If that is right, use its address: “\(setCommand) --address ADDRESS”."
        case (.unreachable, _): "Check the network and the address, and try again."
        case (.refused, _): "Check the address."
        case (.badData, .content(.noValidRecords(let first))) where first.cause.isOfFile: "Check the files."
        case (.busy(let pause?), _): "Try again in \(pause.formatted(.units(width: .wide)))."
        case (.busy(nil), _): "Try again later."
        case (.badData, _): "Report this to the owner of the source."
        }
    }
}

extension SourceFailureCause {
    /// Why a source cannot be read, as a clause: "the server returned 404 Not Found".
    package var clause: String {
        switch self {
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
        case .tls(let failure): failure.clause
        case .status(let code, _): "the server returned \(Self.text(ofStatus: code))"
        case .redirect(let failure): failure.clause
        case .privateNetwork: "the address is in a private network, and not on the server of its source"
        case .noAudio: "the music has no audio"
        case .invalidAddress(let cause): "the address \(cause.clause)"
        case .invalidSource(let error): error.clause
        case .folder(.missing): "the folder does not exist"
        case .folder(.notAFolder): "it is not a folder"
        case .folder(.unreadable(let failure)): "the folder cannot be read: \(failure.clause)"
        case .folder(.empty): "the folder contains no audio files"
        case .folder(.changed): "files were moved while the folder was read"
        case .file(.missing): "the file does not exist"
        case .file(.notAFile): "it is not a file"
        case .file(.unreadable(let failure)): "the file cannot be read: \(failure.clause)"
        case .file(.changed): "the file was changed while it was read"
        case .file(.busy): "another program uses the library"
        case .file(.otherVersion): "the library was made by another version of Fermata"
        case .file(.damaged): "the library is damaged"
        case .command(let failure): failure.clause
        case .signIn(let failure): failure.clause
        case .server(let code, ""): "the server reports error \(code)"
        case .server(_, let message): "the server reports \(message.quoted)"
        case .superseded: "newer requests replaced this one"
        case .content(let failure): failure.clause
        case .other(""): "the reason is unknown"
        case .other(let text): text
        }
    }

    /// The clause for an audience; web clients see no text that a server or a record chose.
    func clause(for audience: ProblemModel.Audience) -> String {
        (audience == .webClient ? withoutForeignText : self).clause
    }

    private static func time(_ duration: Duration) -> String {
        duration.formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .wide))
    }

    /// A status with its standard phrase: `404 Not Found` (RFC 9110, section 15).
    private static func text(ofStatus code: Int) -> String { phrases[code].map { "\(code) \($0)" } ?? "\(code)" }

    private static let phrases = [
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict",
        410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        421: "Misdirected Request", 422: "Unprocessable Content", 425: "Too Early", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 507: "Insufficient Storage", 508: "Loop Detected",
        511: "Network Authentication Required",
    ]
}

extension TLSFailure {
    fileprivate var clause: String {
        switch self {
        case .timedOut: "the secure connection (TLS) timed out"
        case .untrustedCertificate: "the server’s certificate is not trusted"
        case .unverifiableCertificate: "the server’s certificate cannot be verified"
        case .wrongName: "the server’s certificate is for another name"
        case .invalidCertificates: "the file with certificates to trust cannot be read or has none (PEM)"
        case .notTLS: "the server does not use TLS at this address, try http:// instead"
        case .failed: "the secure connection (TLS) failed"
        }
    }
}

extension CommandFailure {
    fileprivate var clause: String {
        switch self {
        case .notFound: "no such program can be run"
        case .cannotStart(let failure): "the program cannot be started: \(failure.clause)"
        case .exited(let code, let message): "the program ended with exit code \(code)" + Self.text(of: message)
        case .killed(let signal, let message): "the program was ended by signal \(signal)" + Self.text(of: message)
        case .timedOut(let limit):
            "the program did not end within \(limit.formatted(.units(allowed: [.minutes, .seconds], width: .wide)))"
        }
    }

    private static func text(of message: String) -> String { message.isEmpty ? "" : ": \(message.quoted)" }
}

extension SignInFailure {
    var clause: String {
        switch self {
        case .noCredentials: "this computer has no password or API key for it"
        case .wrongPassword: "the user or the password is wrong"
        case .invalidAPIKey: "the API key is invalid"
        case .needsEncryption: "the password or API key itself would be sent over a connection that is not encrypted"
        case .unsupported: "the server supports no way to sign in that Fermata knows"
        case .notAllowed: "the user may not do this on the server"
        }
    }
}

extension RedirectFailure {
    fileprivate var clause: String {
        switch self {
        case .tooMany(let limit): "the server redirects more than \(limit) times"
        case .loop: "the redirects form a loop"
        case .unsupportedScheme(let scheme): "the server redirects to \("\(scheme):".quoted), which is not supported"
        case .invalidAddress: "the server redirects to an invalid address"
        case .otherServer(""): "the server redirects to another one"
        case .otherServer(let server): "the server redirects to another one, \(server.quoted)"
        }
    }
}

extension ContentFailure {
    /// Why content cannot be used, as a clause: "the document is empty".
    package var clause: String {
        switch self {
        case .empty: "the response is empty"
        case .webPage: "the response is a web page (HTML)"
        case .wrongType(let type): "the response is of type \(type.quoted)"
        case .notAnImage: "the response is not an image"
        case .notJSON(let byte, let offset):
            "the document is not JSON, unexpected \(Self.name(of: byte)) at byte \(offset + 1)"
        case .incompleteJSON(let count): "the document is not complete JSON, it ends after byte \(count)"
        case .invalidResponse: "the response is invalid"
        case .tooLarge(let limit, let isUnpacked):
            "the response \(isUnpacked ? "unpacks to" : "has") more than \(limit.byteLimitText)"
        case .tooManyElements(let limit): "the response has more than \(CountText(limit, "element").text)"
        case .tooManySongs(let limit):
            "the source has more than \(CountText(limit, "song").text), the limit of the setting source.maxSongs"
        case .noProgress(let requests):
            "the server sent nothing new for \(CountText(requests, "request").text) in a row"
        case .compressionRatio(let limit): "the response unpacks to more than \(limit) times its size"
        case .damagedCompression: "the compressed response (gzip) is damaged"
        case .unsupportedCompression(let name):
            "the response is compressed with \(name.quoted), which is not supported"
        case .longerThanAnnounced: "the response is longer than announced"
        case .shorterThanAnnounced: "the response is shorter than announced"
        case .wrongLength(let count, let expected):
            "the file has \(Int(count).byteLimitText) instead of \(expected)"
        case .wrongDigest: "the file’s digest (SHA-256) is not the announced one"
        case .noColumn(let name): "the first row of the table has no column named “\(name)”"
        case .incompleteTable(let rows): "the table is not complete, it ends after \(CountText(rows, "row").text)"
        case .noArray(let name): "the document is not an object with an array named “\(name)”"
        case .noRecords: "the document has no records"
        case .noValidRecords(let first) where first.cause.isOfFile: "none of the folder’s files can be read"
        case .noValidRecords(let first):
            "the document has no valid records, the first invalid one at position \(first.position): "
                + first.clause
        }
    }

    private static func name(of byte: UInt8) -> String {
        if (0x21...0x7E).contains(byte) { return "'\(Character(Unicode.Scalar(byte)))'" }
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.count == 1 ? "0" : "") + digits
    }
}
