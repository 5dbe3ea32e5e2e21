public import FermataDomain

/// An error as people read it: what happened, to what, and what to do next.
///
/// CLI, TUI and web server map the kind to an exit code, a status line and an HTTP status. They never read the texts.
public struct ProblemModel: Equatable, Sendable {
    public var kind: Kind
    /// What happened, to what: one complete sentence.
    public var sentence: String
    /// The next step; nil if there is none, or if the reader cannot do it.
    public var hint: String?
    /// The possible meanings of the ambiguous text.
    public var candidates: [Candidate]
    /// The key of the input that is wrong.
    public var field: String?

    public init(
        _ kind: Kind, _ sentence: String, hint: String? = nil, candidates: [Candidate] = [], field: String? = nil
    ) {
        self.kind = kind
        self.sentence = sentence
        self.hint = hint
        self.candidates = candidates
        self.field = field
    }

    /// Whether there may be no further candidates.
    public var listsAllCandidates: Bool { candidates.count < Candidates.limit }

    /// The sentence and the hint.
    public var text: String { hint.map { "\(sentence) \($0)" } ?? sentence }
}

extension ProblemModel {
    /// The reader of a problem.
    public enum Audience: Equatable, Sendable {
        /// The person who runs the program.
        case user
        /// A client of the web server, which sees no paths and addresses of the server's machine.
        case webClient
    }

    /// A possible meaning of an ambiguous text.
    public struct Candidate: Equatable, Sendable {
        /// The song, artist, album or playlist of the candidate.
        public enum Subject: Equatable, Sendable {
            case music(MusicID)
            case artist(String)
            case album(String)
            case playlist(PlaylistID)
        }

        public let subject: Subject
        /// The id or name that is not ambiguous.
        public let key: String
        /// The name, to choose by.
        public let name: String
        /// The key and name on one line.
        public let text: String
    }
}
