/// A small sample of the music of an open library.
public protocol LibrarySampleRepository: Sendable {
    /// Compares the sample with its sort keys, search texts, indexes and records; intact music has no findings.
    ///
    /// The sample has music that was synced since the last check, and other music that depends on `seed`.
    /// Throws `LibraryError`; `.cannotOpen` if another file has replaced the open one, because the findings do not apply
    /// to that file. O(log n).
    func check(seed: UInt64) async throws -> [LibraryFinding]
}
