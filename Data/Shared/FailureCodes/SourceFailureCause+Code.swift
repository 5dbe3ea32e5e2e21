import FermataDomain

extension SourceFailureCause {
    private static let separator: Character = " "

    /// The causes that have a code without a parameter.
    private static let codes: [(code: String, cause: SourceFailureCause)] = [
        ("host-not-found", .hostNotFound), ("connection-refused", .connectionRefused),
        ("connection-reset", .connectionReset), ("connection-failed", .connectionFailed),
        ("connection-timed-out", .connectionTimedOut), ("network-unreachable", .networkUnreachable),
        ("timed-out", .timedOut(after: nil)), ("truncated", .truncated), ("not-http", .notHTTP),
        ("private-network", .privateNetwork), ("no-audio", .noAudio), ("superseded", .superseded),
        ("redirect-loop", .redirect(.loop)), ("redirect-address", .redirect(.invalidAddress)),
        ("folder-missing", .folder(.missing)), ("not-a-folder", .folder(.notAFolder)),
        ("folder-empty", .folder(.empty)), ("folder-changed", .folder(.changed)),
    ]

    /// The text that the library stores. A cause that has no code is stored as `unknown`.
    var code: String {
        if let code = Self.codes.first(where: { $0.cause == self })?.code { return code }
        let words: [String] =
            switch self {
            case .status(let code, _): ["status", "\(code)"]
            case .timedOut(let limit?): ["timed-out", "\(limit.millisecondCount)"]
            case .stalled(let limit): ["stalled", "\(limit.millisecondCount)"]
            case .tls(let failure): ["tls", failure.rawValue]
            case .redirect(.tooMany(let limit)): ["redirects", "\(limit)"]
            case .redirect(.unsupportedScheme(let scheme)): ["redirect-scheme", scheme]
            case .redirect(.otherServer(let server)): ["redirect-server", server]
            case .invalidAddress(let cause): cause.code
            case .invalidSource(let error): error.definitionCode ?? ["unknown"]
            case .folder(.unreadable(let failure)): ["folder-unreadable", failure.code]
            case .content(let failure): failure.code
            case .signIn(let failure): ["sign-in", failure.rawValue]
            case .server(let code, let message): ["server", "\(code)", message]
            case .other(let text): [text]
            default: ["unknown"]
            }
        return words.joined(separator: String(Self.separator))
    }

    /// Decodes a stored text; a text that is not a code becomes `other`.
    init(code: String) {
        let words = code.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        if words[0] == "server", let number = words.dropFirst().first.flatMap({ Int($0) }) {
            let message = words.dropFirst(2).joined(separator: String(Self.separator))
            self = .server(code: number, message: message)
            return
        }
        self =
            Self.codes.first { $0.code == code }?.cause ?? Self.parameterized(words)
            ?? ContentFailure(code: words).map { .content($0) }
            ?? InvalidAddress(code: words).map { .invalidAddress($0) }
            ?? SourceError(definitionCode: words).map { .invalidSource($0) } ?? .other(code)
    }

    private static func parameterized(_ words: [String]) -> SourceFailureCause? {
        guard let text = words.dropFirst().first else { return nil }
        return switch (words[0], Int(text)) {
        case ("status", let code?): .status(code)
        case ("timed-out", let limit?): .timedOut(after: .milliseconds(limit))
        case ("stalled", let limit?): .stalled(for: .milliseconds(limit))
        case ("tls", _): TLSFailure(rawValue: text).map { .tls($0) }
        case ("redirects", let limit?): .redirect(.tooMany(limit: limit))
        case ("redirect-scheme", _): .redirect(.unsupportedScheme(text))
        case ("redirect-server", _): .redirect(.otherServer(text))
        case ("folder-unreadable", _): .folder(.unreadable(StorageFailure(code: text)))
        case ("sign-in", _): SignInFailure(rawValue: text).map { .signIn($0) }
        default: nil
        }
    }
}
