public import FermataDomain

extension PlaylistError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let name):
            ProblemModel(
                .notFound,
                "No playlist has the id “\(name)”" + (audience == .user ? " or a name that contains it." : "."),
                hint: audience == .user ? "Find names with: fermata playlists" : nil)
        case .ambiguousName(let name, let candidates):
            ProblemModel(
                .ambiguous, "Several playlists’ names contain “\(name)”.",
                hint: "Enter more of the name, one of these names in full, or an id:",
                candidates: candidates.map { ProblemModel.Candidate($0) })
        }
    }
}

extension ProblemModel.Candidate {
    fileprivate init(_ playlist: Playlist) {
        let key = playlist.id.description
        self.init(
            subject: .playlist(playlist.id), key: key, name: playlist.name,
            text: "\(key)  \(playlist.name) – \(playlist.source)")
    }
}
