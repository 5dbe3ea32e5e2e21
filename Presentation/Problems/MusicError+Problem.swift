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
        case .noMatch(let query, let close):
            let text = EmptyListText.music(query)
            let hint = audience == .user && !text.commandLineHint.isEmpty ? text.commandLineHint : nil
            return .notFound(text.sentence, close: close.map { ProblemModel.Candidate($0) }, hint: hint)
        case .noAudio(let title):
            return ProblemModel(.noAudio, "“\(title)” cannot be downloaded: its source names no audio file.")
        }
    }
}

extension ProblemModel.Candidate {
    init(_ music: Music) {
        let key = music.id.description
        let name = [music.title, music.artist].filter { !$0.isEmpty }.joined(separator: " – ")
        self.init(subject: .music(music.id), key: key, name: music.title, text: "\(key)  \(name)")
    }
}

extension AlbumError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let name, let close):
            .notFound(
                "No album has the id “\(name)”" + (audience == .user ? " or a name that contains it." : "."),
                close: close.map { ProblemModel.Candidate($0) },
                hint: audience == .user ? "Find names with: fermata albums WORDS" : nil)
        case .ambiguousName(let name, let candidates):
            ProblemModel(
                .ambiguous, "Several albums’ names contain “\(name)”.",
                hint: "Enter more of the name, one of these names in full, or an id:",
                candidates: candidates.map { ProblemModel.Candidate($0) })
        }
    }
}

extension ProblemModel.Candidate {
    init(_ album: Album) {
        let key = album.id.description
        let name = [album.name, album.artist].filter { !$0.isEmpty }.joined(separator: " – ")
        self.init(subject: .album(album.id), key: key, name: name, text: "\(key)  \(name)")
    }
}

extension ArtistError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let name, let close):
            .notFound(
                "No artist’s name contains “\(name)”.", close: close.map { ProblemModel.Candidate($0) },
                hint: audience == .user ? "Find names with: fermata artists WORDS" : nil)
        case .ambiguousName(let name, let artists):
            ProblemModel(
                .ambiguous, "Several artists’ names contain “\(name)”.",
                hint: "Enter more of the name, or one of these names in full:",
                candidates: artists.map { ProblemModel.Candidate($0) })
        }
    }
}

extension ProblemModel.Candidate {
    fileprivate init(_ artist: Artist) {
        self.init(subject: .artist(artist.name), key: artist.name, name: artist.name, text: artist.name)
    }
}

extension ProblemModel {
    /// The problem of an unknown name: the hint is the close names, or `hint` without any.
    fileprivate static func notFound(_ sentence: String, close: [Candidate], hint: String?) -> ProblemModel {
        ProblemModel(.notFound, sentence, hint: close.isEmpty ? hint : closeNamesHint, candidates: close)
    }

    /// The lines about close names; nil without any.
    static func closeNamesText(_ names: [String]) -> String? {
        names.isEmpty ? nil : ([closeNamesHint] + names.map { "  " + $0.onOneLine }).joined(separator: "\n")
    }

    private static let closeNamesHint = "Close names are:"
}
