public import FermataDomain

extension SourceError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        return switch self {
        case .notFound(let name, let known):
            ProblemModel(
                .notFound, "No source is called “\(name)”.", hint: isUser ? Self.hint(known: known) : nil)
        case .alreadyExists(let name):
            ProblemModel(
                .conflict, "A source is called “\(name)” already.",
                hint: isUser ? "Choose another name with --name." : nil, field: "name")
        case .tooMany(let limit):
            ProblemModel(
                .conflict, "The library has \(limit) sources, which is the maximum.", hint: "Remove a source first.")
        case .invalidName: refusal(field: "name")
        case .unknownKind: refusal(field: "kind")
        case .invalidAddress: refusal(field: "address")
        case .playlistsUnsupported, .invalidPlaylistAddress: refusal(field: "playlists")
        }
    }

    private func refusal(field: String) -> ProblemModel {
        ProblemModel(.invalidInput, "Cannot add the source: \(SourceErrorText(self).text).", field: field)
    }

    private static func hint(known: [String]) -> String {
        known.isEmpty
            ? "Add a source with: fermata source add http URL"
            : "Known sources: \(known.joined(separator: ", "))."
    }
}
