public import FermataDomain

extension SourceError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        return switch self {
        case .notFound(_, let known):
            ProblemModel(
                .notFound, sentence, hint: isUser ? Self.hint(known: known) : nil)
        case .alreadyExists:
            ProblemModel(
                .conflict, sentence,
                hint: isUser ? "Choose another name with --name." : nil, field: "name")
        case .changed(let name):
            ProblemModel(
                .busy, sentence, hint: isUser ? "Read it again with: fermata sync \(name.shellWord)" : nil)
        case .addressInUse(let name):
            ProblemModel(
                .conflict, sentence,
                hint: isUser ? "Read it again with: fermata sync \(name.shellWord)" : nil, field: "address")
        case .tooMany:
            ProblemModel(
                .conflict, sentence, hint: "Remove a source first.")
        case .credentialsUnsupported: refusal("Leave these options out and try again.", field: "user")
        case .userMissing: refusal("Enter the user’s name\(isUser ? " with --user" : "").", field: "user")
        case .secretMissing:
            refusal(
                isUser
                    ? "Enter it on a terminal, where Fermata asks for it (“source set” needs --password), "
                        + "or name a file with --password-file." : "Enter the password or the API key.",
                field: "password")
        case .signInRefused(.needsEncryption):
            refusal(
                isUser
                    ? "Use an https address or, in a network that you trust, --unencrypted-password."
                    : "Use an https address.", field: "address")
        case .signInRefused: refusal("Enter the user and the password or API key again.", field: "password")
        case .invalidCertificates:
            refusal("Choose another file\(isUser ? " with --ca-file" : "").", field: "certificates")
        case .credentials(let path, let failure):
            ProblemModel(
                failure == .full ? .storageFull : .cannotCreate,
                "Cannot use \(isUser ? path : "the file with passwords"): \(StorageFailureText(failure).text).",
                hint: isUser ? StorageAdvice(failure).text : nil)
        case .invalidName: refusal("Correct the name and try again.", field: "name")
        case .unknownKind: refusal("Choose a known kind and try again.", field: "kind")
        case .invalidAddress: refusal("Correct the address and try again.", field: "address")
        case .playlistsUnsupported: refusal("Leave the playlists out and try again.", field: "playlists")
        case .invalidPlaylistAddress(.empty):
            refusal(
                isUser ? "Enter an address; --no-playlists removes the playlists of a source." : "Enter an address.",
                field: "playlists")
        case .invalidPlaylistAddress: refusal("Correct the playlists’ address and try again.", field: "playlists")
        }
    }

    private var sentence: String {
        SourceErrorText(self).text.firstLetterUppercased + "."
    }

    private func refusal(_ hint: String, field: String) -> ProblemModel {
        ProblemModel(
            .invalidInput, "Cannot use these values for the source: \(SourceErrorText(self).text).", hint: hint,
            field: field)
    }

    private static func hint(known: [String]) -> String {
        known.isEmpty
            ? "Add a source with: fermata source add folder ~/Music"
            : "Known sources: \(known.joined(separator: ", "))."
    }
}
