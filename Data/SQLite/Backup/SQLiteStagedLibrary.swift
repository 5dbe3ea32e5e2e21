import FermataDomain
import Foundation
import GRDB

/// A checked copy of a backup beside the library, ready to replace the library's content.
final class SQLiteStagedLibrary: StagedLibrary {
    let backup: LibrarySummary
    let present: PresentLibrary
    private let copy: StagedCopy
    private let library: String
    private let patience: Duration
    private let now: @Sendable () -> Date

    /// Throws `BackupError` or `LibraryError`.
    init(_ path: String, library: String, patience: Duration, now: @escaping @Sendable () -> Date) throws {
        guard let resolved = DocumentPath.destination(of: library) else {
            throw LibraryError.cannotOpen(path: library, .linkLoop)
        }
        if LibraryFiles(library).contains(path) { throw BackupError.cannotRead(path: path, .isLibrary) }
        // A repair that a later program completes would replace the restored library.
        try PendingLibrary(path: resolved).complete(patience: patience)
        present = try ExistingLibraryReader(path: library).read()
        copy = try StagedCopy(of: path, besides: resolved)
        do {
            backup = try copy.prepare()
        } catch {
            copy.remove()
            throw error
        }
        self.library = resolved
        self.patience = patience
        self.now = now
    }

    func restore() async throws -> RestoredLibrary {
        try await BlockingIO.run { [self] in
            defer { copy.remove() }
            let replacement = LibraryReplacement(of: library, patience: patience, stamp: now())
            let replaced = try replacement.run(with: copy.part)
            FileLibraryHealthRepository(library: library).remove()
            return RestoredLibrary(replacedPath: replaced)
        }
    }

    func discard() async {
        copy.remove()
    }
}
