package import FermataDomain

/// The words for a source that cannot be used, as a clause: "the address has no host".
package struct SourceErrorText: Equatable, Sendable {
    package let text: String

    package init(_ error: SourceError) {
        text =
            switch error {
            case .notFound(let name, _): "no source is called “\(name)”"
            case .alreadyExists(let name): "a source is called “\(name)” already"
            case .invalidName(let limit):
                "a name has 1 to \(limit) characters, no comma, and no space at its ends"
            case .unknownKind(let kind, let known):
                "“\(kind)” is not a kind of source (known kinds: \(known.joined(separator: ", ")))"
            case .playlistsUnsupported(let kind): "a source of kind “\(kind)” has no playlists of its own"
            case .invalidAddress(let cause): "the address \(Self.clause(cause))"
            case .invalidPlaylistAddress(let cause): "the address of its playlists \(Self.clause(cause))"
            case .tooMany(let limit): "the library has \(limit) sources already, which is the maximum"
            }
    }

    private static func clause(_ cause: InvalidAddress) -> String {
        switch cause {
        case .notAURL: "is not a URL that begins with http:// or https://"
        case .unsupportedScheme(let scheme): "begins with \(scheme): instead of http:// or https://"
        case .noHost: "has no host"
        case .invalidPort(let port): "has port \(port), which is not between 1 and 65535"
        case .containsCredentials: "contains a user name or password, which would be stored and shown"
        }
    }
}
