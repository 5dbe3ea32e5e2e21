public import FermataDomain

extension PlaylistError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        func hint(_ text: String) -> String? { isUser ? text : nil }
        return switch self {
        case .notFound(let name):
            ProblemModel(
                .notFound, "No playlist has the id “\(name)”" + (isUser ? " or a name that contains it." : "."),
                hint: hint("Find names with: fermata playlists"))
        case .ambiguousName(let name, let candidates):
            ProblemModel(
                .ambiguous, "Several playlists’ names contain “\(name)”.",
                hint: "Enter more of the name, one of these names in full, or an id:",
                candidates: candidates.map { ProblemModel.Candidate($0) })
        case .ofSource(let name):
            ProblemModel(
                .notAllowed, "A source provides the playlist “\(name)”, so it cannot be changed here.",
                hint: hint("Change a copy of it: fermata playlist copy \(name.shellWord)"))
        case .ofSearch(let name):
            ProblemModel(
                .notAllowed, "“\(name)” is a saved search: its songs are the results of the search.",
                hint: hint("Change a copy of the results: fermata playlist copy \(name.shellWord) NEW"))
        case .invalidName(let limit):
            ProblemModel(
                .invalidInput, "A playlist needs a name of at most \(CountText.grouped(limit)) bytes.", field: "name")
        case .nameInUse(let name):
            ProblemModel(
                .conflict, "The library has a playlist named “\(name)” already.",
                hint: "Choose another name, or rename or delete the other playlist.", field: "name")
        case .noPosition(let position, let count):
            ProblemModel(
                .notFound, "The playlist has \(CountText(count, "song").text), and none at position \(position).",
                hint: hint("Find positions with: fermata playlist NAME"), field: "position")
        case .otherSong(let position):
            ProblemModel(
                .conflict, "The playlist has changed: another song is at position \(position) now.",
                hint: "Nothing was changed. Choose the songs again.", field: "music")
        case .emptyQueue:
            ProblemModel(.notFound, "The queue is empty.", hint: hint("Play music with: fermata play"))
        }
    }
}

extension ProblemModel.Candidate {
    fileprivate init(_ playlist: Playlist) {
        let key = playlist.id.description
        self.init(
            subject: .playlist(playlist.id), key: key, name: playlist.name,
            text: "\(key)  \(playlist.name) – \(PlaylistCellModel(playlist).originText)")
    }
}

extension PlaylistDocumentError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        let unchanged = "Nothing was imported."
        func name(_ path: String) -> String { isUser ? path : "the file" }
        return switch self {
        case .cannotRead(let path, let failure):
            ProblemModel(.unreadableFile, "Cannot read \(name(path)): \(failure.clause).", hint: unchanged)
        case .cannotWrite(let path, let failure):
            ProblemModel(
                failure == .full ? .storageFull : .cannotCreate, "Cannot write \(name(path)): \(failure.clause).",
                hint: isUser && failure == .exists ? "Use --force to replace it." : nil)
        case .tooLarge(let path, let limit):
            ProblemModel(
                .invalidFile, "Cannot read \(name(path)): it has more than \(limit.byteLimitText).", hint: unchanged)
        case .invalidXML(let path, let line):
            ProblemModel(
                .invalidFile, "Cannot read \(name(path)): line \(CountText.grouped(line)) is no valid XML.",
                hint: unchanged)
        case .noEntries(let path):
            ProblemModel(.invalidFile, "The playlist in \(name(path)) has no songs.", hint: unchanged)
        case .noneFound(let path, let count):
            ProblemModel(
                .notFound, "The library has none of the \(CountText(count, "song").text) in \(name(path)).",
                hint: "Add the source of the songs, sync it, and import the file again.")
        }
    }
}
