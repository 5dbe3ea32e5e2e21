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
            case album(AlbumID)
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

    /// The kind of problem, for programs.
    public enum Kind: Equatable, Sendable, CaseIterable {
        case notFound
        /// Several candidates match.
        case ambiguous
        /// A song has no audio to download.
        case noAudio
        /// A value that a person entered cannot be used.
        case invalidInput
        /// A command, an option or a setting cannot be used.
        case usage
        /// The person may not make the change.
        case notAllowed
        /// The change conflicts with the library's content.
        case conflict
        /// A file that a person named cannot be read.
        case unreadableFile
        /// The content of a file is invalid.
        case invalidFile
        case cannotCreate
        case cannotWrite
        case storageFull
        case sourceUnavailable
        case sourceBusy
        case invalidSource
        case cannotListen
        /// The program that plays audio is missing or cannot read it.
        case playerUnavailable
        /// Some of several changes failed, each with its own problem.
        case incomplete
        /// Another program uses the library.
        case busy
        /// The library is damaged. The program repairs it before it ends.
        case damaged
        /// Too many requests wait.
        case overloaded
        /// The program ends.
        case stopping
        /// The input has too many bytes.
        case tooLarge
        case unexpected
    }

    public var title: String {
        switch kind {
        case .notFound: "Not found"
        case .ambiguous: "Several matches"
        case .noAudio: "No audio"
        case .invalidInput, .usage, .tooLarge: "Invalid input"
        case .notAllowed: "Not allowed"
        case .conflict: "Already in the library"
        case .unreadableFile, .invalidFile: "Unreadable file"
        case .cannotCreate, .cannotWrite: "Cannot write"
        case .storageFull: "Disk full"
        case .sourceUnavailable, .sourceBusy, .invalidSource: "Source not available"
        case .cannotListen: "Cannot listen"
        case .playerUnavailable: "Player not available"
        case .incomplete: "Not complete"
        case .busy, .overloaded, .stopping: "Busy"
        case .damaged: "Damaged library"
        case .unexpected: "Something went wrong"
        }
    }
}

/// An error that describes its own problem.
public protocol ProblemConvertible: Error {
    func problem(for audience: ProblemModel.Audience) -> ProblemModel
}

extension ProblemModel {
    /// The problem of any error; of kind `unexpected` if nothing is known about it.
    public init(_ error: any Error, for audience: Audience = .user) {
        self =
            (error as? any ProblemConvertible)?.problem(for: audience)
            ?? (error is CancellationError
                ? ProblemModel(.stopping, audience == .user ? "Stopped." : "The server is stopping.")
                : ProblemModel(.unexpected, audience == .user ? "\(error)" : "Something went wrong in the server."))
    }
}

extension UnknownField: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(.usage, "No field is named “\(name)”.", hint: "Choose from: \(known.joined(separator: ", ")).")
    }
}
