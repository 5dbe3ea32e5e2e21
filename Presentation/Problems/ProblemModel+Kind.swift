extension ProblemModel {
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
