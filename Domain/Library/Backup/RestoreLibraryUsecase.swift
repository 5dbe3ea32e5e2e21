/// Replaces the library's content with that of a backup.
public struct RestoreLibraryUsecase: Sendable {
    private let repository: any LibraryBackupRepository
    private let listener: Listener

    public init(repository: any LibraryBackupRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Checks the backup, then calls `confirm` if it would replace a library, and restores it.
    ///
    /// Returns nil if `confirm` returns false; nothing is changed then. Throws `BackupError`, `LibraryError`, or the
    /// error of `confirm`.
    public func execute(
        _ path: String, confirm: @Sendable (Replacement) throws -> Bool = { _ in true }
    ) async throws -> RestoredLibrary? {
        let staged = try await repository.stage(path)
        do {
            guard try isConfirmed(staged, by: confirm) else {
                await staged.discard()
                return nil
            }
            return try await staged.restore()
        } catch {
            await staged.discard()
            throw error
        }
    }

    private func isConfirmed(_ staged: any StagedLibrary, by confirm: (Replacement) throws -> Bool) throws -> Bool {
        let present: LibrarySummary?
        switch staged.present {
        case .missing: return true
        case .unreadable: present = nil
        case .readable(let summary): present = summary.visible(to: listener)
        }
        return try confirm(Replacement(present: present, backup: staged.backup.visible(to: listener)))
    }

    /// A library and the backup that would replace it.
    public struct Replacement: Equatable, Sendable {
        /// Nil if the library cannot be read.
        public var present: LibrarySummary?
        public var backup: LibrarySummary

        public init(present: LibrarySummary?, backup: LibrarySummary) {
            (self.present, self.backup) = (present, backup)
        }
    }
}
