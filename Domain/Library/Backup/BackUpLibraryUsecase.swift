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
