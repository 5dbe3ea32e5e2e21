/// Writes one verified state of the library to a file.
public struct BackUpLibraryUsecase: Sendable {
    private let repository: any LibraryBackupRepository

    public init(repository: any LibraryBackupRepository) {
        self.repository = repository
    }

    /// Emits the progress, then the backup. Replaces an existing file only on request.
    ///
    /// The iterator throws `BackupError` or `LibraryError`.
    public func execute(
        to path: String, replacing: Bool
    ) -> any AsyncSequence<BackupEvent, any Error> & Sendable {
        repository.backUp(to: path, replacing: replacing)
    }
}

/// An error of a backup, or of the documents of an export.
public enum BackupError: Error, Equatable, Sendable {
    case cannotWrite(path: String, StorageFailure)
    case cannotRead(path: String, StorageFailure)
    /// The library itself is damaged, so it cannot be backed up.
    case damagedLibrary(path: String)
    /// The backup is damaged, so it cannot be restored.
    case damaged(path: String)
    /// The backup has tables, indexes, triggers or views that no library has, or lacks some, so it is not restored.
    case foreignStructure(path: String)
    /// A newer program made the backup.
    case newerVersion(path: String)
    /// A program made the backup whose version this one cannot migrate.
    case olderVersion(path: String)
    /// The data read back differs from the data written.
    case notVerified(path: String)
    /// A document does not conform to its format.
    case invalidDocument(path: String, ContentFailure)
    /// A folder has none of the documents of an export.
    case noDocuments(path: String)
    /// The documents have records, and all of them were rejected.
    case noValidRecords
}
