/// How a complete pass over a remote repository ended.
public enum RemoteFetchResult: Equatable, Sendable {
    case unchanged
    /// All was delivered; `revision` can be asked about next time.
    case complete(revision: String?)
}
