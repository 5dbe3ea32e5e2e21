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
