/// The sources that the library remembers.
public protocol SourceRepository: Sendable {
    /// Every source, by the time it was added.
    func sources() async throws -> [Source]

    /// Throws `SourceError.alreadyExists` where the name is taken.
    func add(_ source: Source) async throws

    /// Forgets a source and removes the music that came only from it, or all but what is bookmarked.
    ///
    /// Throws `SourceError.notFound`.
    func remove(named name: String, keepingBookmarked: Bool) async throws
}
