/// The sources that the library stores.
public protocol SourceRepository: Sendable {
    /// Returns every source, in the order they were added.
    func sources() async throws -> [Source]

    /// Adds a source. Throws `SourceError.alreadyExists` if its name is in use, or `.tooMany`.
    func add(_ source: Source) async throws

    /// Changes the name, address and playlists of a source; its music keeps its ids and bookmarks.
    ///
    /// A source with another address is read completely by the next sync. Playlists of a source without a playlist
    /// address are removed. Throws `SourceError.notFound`, or `.alreadyExists` if the new name is in use.
    func update(_ name: String, to source: Source) async throws

    /// Stores the issue of a source's latest sync; nil for a complete sync. The issue stays until the next call, or
    /// until the source has another address.
    ///
    /// Does nothing if the source was removed, or has another name or address now.
    func setIssue(_ issue: SyncIssue?, of source: Source) async throws

    /// Removes a source and the music that only it provides; bookmarked music stays if `keepingBookmarked` is true.
    ///
    /// Throws `SourceError.notFound`.
    func remove(named name: String, keepingBookmarked: Bool) async throws
}

extension Sequence<Source> {
    /// Returns the source with a name. Throws `SourceError.notFound` with the names of these sources.
    func source(named name: String) throws -> Source {
        guard let source = first(where: { $0.name == name }) else {
            throw SourceError.notFound(name, known: map(\.name))
        }
        return source
    }
}
