/// The result of a fetch from a remote repository.
public enum RemoteFetchResult: Equatable, Sendable {
    case unchanged
    /// The fetch returned all records; the next fetch can pass on `revision`.
    case complete(revision: String?)
    /// The fetch returned valid records, and the source may have more. The library removes none.
    case partial
}
