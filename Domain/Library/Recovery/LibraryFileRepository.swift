/// The file of a library, which may be damaged.
public protocol LibraryFileRepository: Sendable {
    /// Checks the complete file without changing it; intact files have no findings.
    ///
    /// Throws `LibraryError.cannotOpen`, `.newerVersion` or `.busy`. O(size of the file).
    func check() async throws -> [LibraryFinding]

    /// Checks a library that this program has open, without blocking writers; leaves out what that rules out.
    ///
    /// Throws `LibraryError.busy` or `CancellationError`. O(size of the file).
    func checkWhileOpen() async throws -> [LibraryFinding]

    /// Copies what is readable into a new library at the same path, and keeps the damaged file under another name.
    ///
    /// Returns nil if the file is intact. Throws `LibraryError` and leaves the damaged file where it is if the new
    /// library cannot be written.
    func repair() async throws -> LibraryRepair?
}
