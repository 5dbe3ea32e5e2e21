public import FermataDomain

extension AlbumError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let name):
            ProblemModel(
                .notFound, "No album’s name contains “\(name)”.",
                hint: audience == .user ? "Find names with: fermata list WORDS" : nil)
        case .ambiguousName(let name, let candidates):
            ProblemModel(
                .ambiguous, "Several albums’ names contain “\(name)”.",
                hint: "Enter more of the name, or one of these names in full:",
                candidates: candidates.map { album in
                    ProblemModel.Candidate(subject: .album(album), key: album, name: album, text: album)
                })
        }
    }
}

extension ArtistError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let name):
            ProblemModel(
                .notFound, "No artist’s name contains “\(name)”.",
                hint: audience == .user ? "Find names with: fermata list WORDS" : nil)
        case .ambiguousName(let name, let candidates):
            ProblemModel(
                .ambiguous, "Several artists’ names contain “\(name)”.",
                hint: "Enter more of the name, or one of these names in full:",
                candidates: candidates.map { artist in
                    ProblemModel.Candidate(
                        subject: .artist(artist.name), key: artist.name, name: artist.name, text: artist.name)
                })
        }
    }
}
