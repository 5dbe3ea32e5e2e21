/// A source, or one file of it, that cannot be read.
public struct SourceFailure: Error, Equatable, Sendable {
    /// The kind of a failure, which states whether another attempt may succeed.
    public enum Kind: Equatable, Sendable {
        /// The source cannot be reached, or the connection ended early. Another attempt may succeed.
        case unreachable
        /// The source refuses the request, or the program refuses the source.
        case refused
        /// The source limits the rate of requests.
        case busy(retryAfter: Duration?)
        /// The content is invalid or exceeds a limit.
        case badData
    }

    public var cause: SourceFailureCause
    /// The address that was read, without secrets.
    public var address: String

    public init(_ cause: SourceFailureCause, address: String) {
        self.cause = cause
        self.address = address
    }

    /// The failure of a source without a valid record. `first` is its first rejected record.
    package init(noRecords first: RejectedRecord?, address: String) {
        if case .part(_, let cause)? = first?.cause {
            self.init(cause, address: address)
        } else {
            self.init(.content(first.map { .noValidRecords(first: $0) } ?? .noRecords), address: address)
        }
    }

    public var kind: Kind { cause.kind }

    /// Whether the same request may succeed soon.
    public var isTransient: Bool {
        switch cause {
        case .folder(let failure): return failure == .changed
        case .file(let failure): return failure == .changed || failure == .busy
        default: break
        }
        return switch kind {
        case .unreachable, .busy: true
        case .refused, .badData: false
        }
    }
}

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
    case file(DocumentFileFailure)
    case command(CommandFailure)
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

/// Why a catalogue in a file cannot be read.
public enum DocumentFileFailure: Equatable, Codable, Sendable {
    case missing
    /// The path leads to a folder, a pipe or a device.
    case notAFile
    case unreadable(StorageFailure)
    /// The file was changed or replaced while it was read; another attempt may succeed.
    case changed
    /// The file is a library that another program changes; another attempt may succeed.
    case busy
    /// The file is a library that another version of the program made.
    case otherVersion
    /// The file is a damaged library.
    case damaged
}

/// Why a program that prints a catalogue failed. `message` is the end of its standard error, without controls.
public enum CommandFailure: Error, Equatable, Codable, Sendable {
    /// No program has this name, or it must not be run.
    case notFound
    case cannotStart(StorageFailure)
    case exited(code: Int, message: String)
    /// A signal ended the program, such as that of a limit.
    case killed(signal: Int, message: String)
    /// The program did not end within this time, and was killed.
    case timedOut(after: Duration)
}

extension SourceFailureCause {
    /// The kind of a failure with this cause.
    public var kind: SourceFailure.Kind {
        switch self {
        case .hostNotFound, .connectionRefused, .connectionReset, .connectionFailed, .connectionTimedOut,
            .networkUnreachable, .timedOut, .stalled, .truncated, .notHTTP, .tls(.timedOut), .superseded,
            .folder(.missing), .folder(.empty), .folder(.changed), .file(.missing), .file(.changed), .file(.busy):
            .unreachable
        case .status(429, let pause): .busy(retryAfter: pause)
        case .status(503, let pause?): .busy(retryAfter: pause)
        case .status(500..., _): .unreachable
        case .tls, .status, .redirect, .privateNetwork, .noAudio, .invalidAddress, .invalidSource, .folder, .file,
            .command, .signIn, .server, .other:
            .refused
        case .content(.shorterThanAnnounced): .unreachable
        case .content: .badData
        }
    }

    /// Whether a host's response, however bad, shows that the host can be reached.
    public var hasResponse: Bool {
        switch self {
        case .status, .redirect, .content, .notHTTP, .server: true
        case .hostNotFound, .connectionRefused, .connectionReset, .connectionFailed, .connectionTimedOut,
            .networkUnreachable, .timedOut, .stalled, .truncated, .tls, .privateNetwork, .noAudio, .invalidAddress,
            .invalidSource, .folder, .file, .command, .signIn, .superseded, .other:
            false
        }
    }

    /// The text that a server chose; nil without such text.
    package var foreignText: String? {
        switch self {
        case .redirect(.otherServer(let text)), .redirect(.unsupportedScheme(let text)), .server(_, let text),
            .content(.wrongType(let text)), .content(.unsupportedCompression(let text)):
            text
        case .command(.exited(_, let text)), .command(.killed(_, let text)): text
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
        case .command(.exited(let code, _)): .command(.exited(code: code, message: ""))
        case .command(.killed(let signal, _)): .command(.killed(signal: signal, message: ""))
        case .other: .other("")
        default: self
        }
    }
}

/// Why the content of a response cannot be used.
public enum ContentFailure: Error, Equatable, Codable, Sendable {
    case empty
    case webPage
    /// The content has another media type than requested.
    case wrongType(String)
    case notAnImage
    /// `offset` counts bytes from 0.
    case notJSON(byte: UInt8, at: Int)
    /// The document ends in the middle of a value, after this many bytes.
    case incompleteJSON(after: Int)
    case invalidResponse
    /// The content has more than `limit` bytes, `isUnpacked` if it was compressed.
    case tooLarge(limit: Int, isUnpacked: Bool)
    /// The list in the response has more than `limit` elements.
    case tooManyElements(limit: Int)
    /// The source has more than `limit` songs, which a setting allows.
    case tooManySongs(limit: Int)
    /// This many requests in a row brought no new content.
    case noProgress(requests: Int)
    /// The content unpacks to more than this many times its size.
    case compressionRatio(limit: Int)
    case damagedCompression
    case unsupportedCompression(String)
    case longerThanAnnounced
    case shorterThanAnnounced
    /// The file has another length than the source announced.
    case wrongLength(Int64, expected: Int64)
    /// The file's SHA-256 digest is not the one that the source announced.
    case wrongDigest
    /// The header row of a table has no column of this name.
    case noColumn(named: String)
    /// The table ends inside quotation marks or in the middle of a row, after this many rows.
    case incompleteTable(rows: Int)
    /// The document is not an object with an array of this name.
    case noArray(named: String)
    case noRecords
    /// The document has records, and all of them are invalid.
    case noValidRecords(first: RejectedRecord)
}

/// Why Fermata cannot sign in to a source.
public enum SignInFailure: String, Equatable, Codable, Sendable, CaseIterable {
    /// This computer has no credentials for the source.
    case noCredentials = "no-credentials"
    case wrongPassword = "wrong-password"
    case invalidAPIKey = "invalid-api-key"
    /// The server requires the password itself, and the connection is not encrypted.
    case needsEncryption = "needs-encryption"
    /// The server supports none of the ways in which Fermata can sign in.
    case unsupported
    /// The user may not do this on the server.
    case notAllowed = "not-allowed"
}
