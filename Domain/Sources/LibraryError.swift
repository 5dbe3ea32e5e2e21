/// What can go wrong in the library, in terms that a person can act on.
public enum LibraryError: Error, Equatable, Sendable {
    case noSuchMusic(String)
    case ambiguousID(String, candidates: [Music])
    /// The listener's rule leaves the music out.
    case refusedByRule
    case noSuchSource(String, known: [String])
    case sourceExists(String)
    case badSource(reason: String)
    case tooManySources(limit: Int)
    case cannotOpen(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    /// The library was made by a newer program.
    case tooNew(path: String)
    /// Another program holds the library.
    case busy(path: String)
    case damaged(path: String)
}
