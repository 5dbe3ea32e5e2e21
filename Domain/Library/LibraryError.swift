/// What can go wrong in the library, in terms that a person can act on.
public enum LibraryError: Error, Equatable, Sendable {
    /// How many candidates an ambiguous name tells at the most.
    public static let candidatesLimit = 10
    case noSuchMusic(String)
    case ambiguousID(String, candidates: [Music])
    /// The listener's rule leaves the music out.
    case refusedByRule
    case noSuchArtist(String)
    case ambiguousArtist(String, candidates: [Artist])
    case noSuchPlaylist(String)
    case ambiguousPlaylist(String, candidates: [Playlist])
    case noSuchToDo(Int)
    /// A to-do needs a title.
    case blankTitle
    case noSuchSource(String, known: [String])
    case sourceExists(String)
    case badSource(reason: String)
    case tooManySources(limit: Int)
    case cannotOpen(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    /// The folder of downloads cannot take a file.
    case cannotKeep(path: String, reason: String)
    /// A file needs more bytes than there are free where it is to be kept.
    case noRoom(path: String, needed: Int64, free: Int64)
    /// The library was made by a newer program.
    case tooNew(path: String)
    /// Another program holds the library.
    case busy(path: String)
    case damaged(path: String)
}
