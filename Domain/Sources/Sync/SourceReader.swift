/// Reads a source into the library.
public protocol SourceReader: Sendable {
    /// Reads the source's music, then its playlists and stars, and reports how many records have been read.
    ///
    /// Errors of the source are part of the result. Throws errors of the library, and `SourceError.notFound` or
    /// `SourceError.changed` if the source is removed or changed meanwhile.
    func read(_ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void) async throws -> SyncResult
}
