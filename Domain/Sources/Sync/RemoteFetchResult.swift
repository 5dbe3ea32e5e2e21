/// The result of a complete fetch from a remote repository.
public enum RemoteFetchResult: Equatable, Sendable {
    case unchanged
    /// The fetch returned all records; the next fetch can pass on `revision`.
    case complete(revision: String?)
}
