public import FermataDomain

extension MusicError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let id):
            return ProblemModel(
                .notFound, "No music has an id that begins with “\(id)”.",
                hint: audience == .user ? "Find ids with: fermata list WORDS" : nil)
        case .ambiguousID(let id, let candidates):
            return ProblemModel(
                .ambiguous, "Several ids begin with “\(id)”.", hint: "Use more characters of one of these ids:",
                candidates: candidates.map { ProblemModel.Candidate($0) })
        case .noMatch(let query):
            let text = EmptyListText.music(query)
            let hint = audience == .user && !text.commandLineHint.isEmpty ? text.commandLineHint : nil
            return ProblemModel(.notFound, text.sentence, hint: hint)
        case .noAudio(let title):
            return ProblemModel(.noAudio, "“\(title)” cannot be downloaded: its source names no audio file.")
        }
    }
}

extension ProblemModel.Candidate {
    fileprivate init(_ music: Music) {
        let key = music.id.description
        let name = [music.title, music.artist].filter { !$0.isEmpty }.joined(separator: " – ")
        self.init(subject: .music(music.id), key: key, name: music.title, text: "\(key)  \(name)")
    }
}

extension AlbumError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let name): .unknownName(name, of: "album", for: audience)
        case .ambiguousName(let name, let albums):
            .ambiguousName(name, of: "albums", candidates: albums.map { (.album($0.name), $0.name) })
        }
    }
}

extension ArtistError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let name): .unknownName(name, of: "artist", for: audience)
        case .ambiguousName(let name, let artists):
            .ambiguousName(name, of: "artists", candidates: artists.map { (.artist($0.name), $0.name) })
        }
    }
}

extension ProblemModel {
    fileprivate static func unknownName(_ name: String, of noun: String, for audience: Audience) -> ProblemModel {
        ProblemModel(
            .notFound, "No \(noun)’s name contains “\(name)”.",
            hint: audience == .user ? "Find names with: fermata list WORDS" : nil)
    }

    fileprivate static func ambiguousName(
        _ name: String, of nouns: String, candidates: [(subject: Candidate.Subject, name: String)]
    ) -> ProblemModel {
        ProblemModel(
            .ambiguous, "Several \(nouns)’ names contain “\(name)”.",
            hint: "Enter more of the name, or one of these names in full:",
            candidates: candidates.map { Candidate(subject: $0.subject, key: $0.name, name: $0.name, text: $0.name) })
    }
}
