/// The file of a library, which may be damaged.
public protocol LibraryFileRepository: Sendable {
    /// Checks the complete file without changing it; intact files have no findings.
    ///
    /// Throws `LibraryError.cannotOpen`, `.newerVersion` or `.busy`; `.cannotOpen` also if a repair replaced the file
    /// during the check. O(size of the file).
    func check() async throws -> [LibraryFinding]

    /// Checks a library that this program has open, without blocking writers. Skips checks that are impossible while it
    /// is open.
    ///
    /// Throws `LibraryError.busy`, `.cannotOpen` if a repair replaced the file during the check, or
    /// `CancellationError`. O(size of the file).
    func checkWhileOpen() async throws -> [LibraryFinding]

    /// Copies the readable content into a new library at the same path, and renames the damaged file.
    ///
    /// Returns nil if the file is intact. Throws `LibraryError` and does not move the damaged file if the new library
    /// cannot be written.
    func repair() async throws -> LibraryRepair?
}
