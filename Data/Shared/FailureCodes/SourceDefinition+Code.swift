import FermataDomain

extension InvalidAddress {
    private static let codes: [(code: String, cause: InvalidAddress)] = [
        ("not-a-url", .notAURL), ("no-address", .empty), ("no-host", .noHost), ("credentials", .containsCredentials),
        ("not-a-url-or-path", .notAURLOrPath), ("not-an-absolute-path", .notAnAbsolutePath),
    ]

    /// The words of the text that the library stores.
    var code: [String] {
        switch self {
        case .unsupportedScheme(let scheme): ["scheme", scheme]
        case .invalidPort(let port): ["port", "\(port)"]
        default: Self.codes.first { $0.cause == self }.map { [$0.code] } ?? ["not-a-url"]
        }
    }

    /// Decodes stored words; nil for those of another failure.
    init?(code: [String]) {
        let text = code.dropFirst().first
        let cause: InvalidAddress? =
            switch (code.first, text, text.flatMap { Int($0) }) {
            case ("scheme", let scheme?, _): .unsupportedScheme(scheme)
            case ("port", _, let port?): .invalidPort(port)
            default: code.count == 1 ? Self.codes.first { $0.code == code[0] }?.cause : nil
            }
        guard let cause else { return nil }
        self = cause
    }
}

extension SourceError {
    /// The words for a source whose definition is invalid; nil for any other error.
    var definitionCode: [String]? {
        switch self {
        case .unknownKind(let kind, _): ["kind", kind]
        case .playlistsUnsupported(let kind): ["no-playlists", kind]
        case .invalidAddress(let cause): ["source-address"] + cause.code
        case .invalidPlaylistAddress(let cause): ["playlist-address"] + cause.code
        default: nil
        }
    }

    init?(definitionCode code: [String]) {
        let rest = Array(code.dropFirst())
        switch (code.first, rest.first) {
        case ("kind", let kind?): self = .unknownKind(kind, known: [])
        case ("no-playlists", let kind?): self = .playlistsUnsupported(kind: kind)
        case ("source-address", _?): self = .invalidAddress(InvalidAddress(code: rest) ?? .notAURL)
        case ("playlist-address", _?): self = .invalidPlaylistAddress(InvalidAddress(code: rest) ?? .notAURL)
        default: return nil
        }
    }
}
