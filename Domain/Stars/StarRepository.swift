/// The changes of bookmarks that wait for the sources that store stars.
///
/// A change waits from the transaction that changes the bookmark until the source has accepted it. It replaces an
/// earlier change of the same song. The library considers it verified once the source's stars show it.
public protocol StarRepository: Sendable {
    /// Returns the sources for which changes wait, in the order they were added.
    func waiting() async throws -> [WaitingChanges]

    /// Returns the next changes that wait for a source, in the order they were made, and marks them as being delivered.
    ///
    /// `last` is the last change of the previous call. Throws `SourceError.notFound`.
    func beginDelivery(to source: String, after last: StarChange?, limit: Int) async throws -> [StarChange]

    /// Stores the outcome of a delivery. Delivered changes stop waiting unless their bookmarks have changed meanwhile.
    ///
    /// The source may have received a delivered or failed change after a later one. So the bookmark waits again if it
    /// differs from that change, and a later change that still waits is not cancelled by a change back.
    func endDelivery(_ delivery: StarDelivery, to source: String) async throws

    /// Returns a number that differs after each delivery to a source and after each of its reads.
    ///
    /// Throws `SourceError.notFound`.
    func revision(of source: String) async throws -> Int

    /// Applies the keys of all starred songs of a source, which were requested at a revision, and returns how many
    /// bookmarks were added and removed.
    ///
    /// A waiting change overrides the source's state: it ends if both are equal, and still waits otherwise. Other
    /// bookmarks change to the source's state if that differs from the last one. At the first read of a song, a star or
    /// a bookmark overrides the lack of one. Returns nil, and changes nothing, if the revision has changed. Throws
    /// `SourceError.notFound`.
    func apply(_ keys: Set<String>, of source: String, at revision: Int) async throws -> SyncSummary?
}
