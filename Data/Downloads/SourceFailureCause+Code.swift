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
        ("not-a-url", .invalidAddress(.notAURL)), ("no-address", .invalidAddress(.empty)),
        ("no-host", .invalidAddress(.noHost)),
        ("credentials", .invalidAddress(.containsCredentials)), ("empty", .content(.empty)),
        ("web-page", .content(.webPage)), ("damaged-compression", .content(.damagedCompression)),
        ("longer-than-promised", .content(.longerThanPromised)),
        ("shorter-than-promised", .content(.shorterThanPromised)), ("wrong-digest", .content(.wrongDigest)),
    ]

    /// The text that the library stores. A cause that no download has is stored as `unknown`.
    var code: String {
        if let code = Self.codes.first(where: { $0.cause == self })?.code { return code }
        let parts: [String] =
            switch self {
            case .status(let code, _): ["status", "\(code)"]
            case .timedOut(let limit?): ["timed-out", "\(limit.millisecondCount)"]
            case .stalled(let limit): ["stalled", "\(limit.millisecondCount)"]
            case .tls(let failure): ["tls", failure.rawValue]
            case .redirect(.tooMany(let limit)): ["redirects", "\(limit)"]
            case .redirect(.unsupportedScheme(let scheme)): ["redirect-scheme", scheme]
            case .invalidAddress(.unsupportedScheme(let scheme)): ["scheme", scheme]
            case .invalidAddress(.invalidPort(let port)): ["port", "\(port)"]
            case .content(.wrongType(let type)): ["type", type]
            case .content(.unsupportedCompression(let name)): ["compression", name]
            case .content(.tooLarge(let limit, false)): ["too-large", "\(limit)"]
            case .content(.wrongLength(let length, let expected)): ["length", "\(length)", "\(expected)"]
            case .signIn(let failure): ["sign-in", failure.rawValue]
            case .server(let code, let message): ["server", "\(code)", message]
            case .redirect(.otherServer(let server)): ["redirect-server", server]
            case .other(let text): [text]
            default: ["unknown"]
            }
        return parts.joined(separator: String(Self.separator))
    }

    /// Decodes a stored text; a text that is not a code becomes `other`.
    init(code: String) {
        let parts = code.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        let numbers = parts.dropFirst().map { Int($0) }
        if parts[0] == "server", let number = numbers.first ?? nil {
            let message = parts.dropFirst(2).joined(separator: String(Self.separator))
            self = .server(code: number, message: message)
            return
        }
        self =
            Self.codes.first { $0.code == code }?.cause
            ?? Self.parameterized(parts[0], parts.dropFirst().first, numbers) ?? .other(code)
    }

    private static func parameterized(_ name: String, _ text: String?, _ numbers: [Int?]) -> SourceFailureCause? {
        switch (name, numbers.first ?? nil, text) {
        case ("status", let code?, _): .status(code)
        case ("timed-out", let limit?, _): .timedOut(after: .milliseconds(limit))
        case ("stalled", let limit?, _): .stalled(for: .milliseconds(limit))
        case ("tls", _, let text?): TLSFailure(rawValue: text).map { .tls($0) }
        case ("redirects", let limit?, _): .redirect(.tooMany(limit: limit))
        case ("redirect-scheme", _, let text?): .redirect(.unsupportedScheme(text))
        case ("scheme", _, let text?): .invalidAddress(.unsupportedScheme(text))
        case ("sign-in", _, let text?): SignInFailure(rawValue: text).map { .signIn($0) }
        case ("redirect-server", _, let text?): .redirect(.otherServer(text))
        case ("port", let port?, _): .invalidAddress(.invalidPort(port))
        case ("type", _, let text?): .content(.wrongType(text))
        case ("compression", _, let text?): .content(.unsupportedCompression(text))
        case ("too-large", let limit?, _): .content(.tooLarge(limit: limit, isUnpacked: false))
        case ("length", let length?, _):
            numbers.count == 2
                ? numbers[1].map { .content(.wrongLength(Int64(length), expected: Int64($0))) } : nil
        default: nil
        }
    }
}
