package import FermataDomain

/// The words for a source that cannot be used, as a clause: "the address has no host".
package struct SourceErrorText: Equatable, Sendable {
    package let text: String

    package init(_ error: SourceError) {
        text =
            switch error {
            case .notFound(let name, _): "no source is named “\(name)”"
            case .alreadyExists(let name): "a source named “\(name)” already exists"
            case .changed(let name): "the source “\(name)” was changed while it was read"
            case .addressInUse(let name): "the source “\(name)” has this address already"
            case .invalidName(let limit):
                "a name has 1 to \(limit) characters, no comma, no space at its ends, and is not “.” or “..”"
            case .unknownKind(let kind, []): "“\(kind)” is not a kind of source"
            case .unknownKind(let kind, let known):
                "“\(kind)” is not a kind of source (known kinds: \(known.joined(separator: ", ")))"
            case .playlistsUnsupported(let kind): "a source of kind “\(kind)” has no playlists of its own"
            case .invalidAddress(let cause): "the address \(InvalidAddressText(cause).text)"
            case .invalidPlaylistAddress(let cause): "the address of its playlists \(InvalidAddressText(cause).text)"
            case .tooMany(let limit): "the library has \(limit) sources, which is the maximum"
            case .credentialsUnsupported(let kind):
                "a source of kind “\(kind)” has no user, no password and no certificates of its own"
            case .userMissing: "the user is missing"
            case .secretMissing: "the password or API key is missing"
            case .signInRefused(let failure): SourceFailureText.clause(failure)
            case .credentials(_, let failure):
                "the file with passwords cannot be used: \(StorageFailureText(failure).text)"
            case .invalidCertificates: "the file with certificates cannot be read or has none (PEM)"
            }
    }
}
