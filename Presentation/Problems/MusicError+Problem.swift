public import FermataDomain

extension MusicError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let id):
            ProblemModel(
                .notFound, "No music has an id that begins with “\(id)”.",
                hint: audience == .user ? "Find ids with: fermata list WORDS" : nil)
        case .ambiguousID(let id, let candidates):
            ProblemModel(
                .ambiguous, "Several ids begin with “\(id)”.", hint: "Use more characters of one of these ids:",
                candidates: candidates.map { ProblemModel.Candidate($0) })
        case .noAudio(let title):
            ProblemModel(.noAudio, "“\(title)” cannot be downloaded: its source names no audio file.")
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
