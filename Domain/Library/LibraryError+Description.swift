extension LibraryError: CustomStringConvertible {
    /// What happened, in a few words; what to do next is said where there is room for it.
    public var description: String {
        switch self {
        case .noSuchMusic(let id): "no music has the id \(id)"
        case .ambiguousID(let id, _): "several ids begin with \(id)"
        case .refusedByRule: "the listener’s rule leaves the music out"
        case .noSuchArtist(let name): "no artist is called \(name)"
        case .ambiguousArtist(let name, _): "several artists are called \(name)"
        case .noSuchPlaylist(let name): "no playlist is called \(name)"
        case .ambiguousPlaylist(let name, _): "several playlists are called \(name)"
        case .noSuchToDo(let number): "no to-do has the number \(number)"
        case .blankTitle: "a to-do needs a title"
        case .noSuchSource(let name, _): "no source is called \(name)"
        case .sourceExists(let name): "a source is called \(name) already"
        case .badSource(let reason): reason
        case .tooManySources(let limit): "the library has \(limit) sources already"
        case .cannotOpen(let path, let reason), .cannotWrite(let path, let reason), .cannotKeep(let path, let reason):
            "\(path): \(reason)"
        case .noRoom(let path, _, _): "there is no room in \(path)"
        case .tooNew(let path): "the library \(path) was made by a newer program"
        case .busy(let path): "another program holds the library \(path)"
        case .damaged(let path): "the library \(path) is damaged"
        }
    }
}

extension SourceFailure: CustomStringConvertible {
    public var description: String { "\(address): \(reason)" }
}
