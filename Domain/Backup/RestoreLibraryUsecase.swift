public import Foundation

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

/// A summary of a library, by which a person recognizes it.
public struct LibrarySummary: Equatable, Sendable {
    /// When the library was last changed.
    public var changed: Date
    /// Nil if the listener may not see counts.
    public var counts: Counts?

    public init(changed: Date, counts: Counts?) {
        self.changed = changed
        self.counts = counts
    }

    /// The counts of a library's content.
    public struct Counts: Equatable, Sendable {
        public var songs: Int
        public var bookmarks: Int
        public var playlists: Int
        public var toDos: Int

        public init(songs: Int, bookmarks: Int, playlists: Int, toDos: Int) {
            (self.songs, self.bookmarks, self.playlists, self.toDos) = (songs, bookmarks, playlists, toDos)
        }
    }

    /// The summary without the counts that the listener may not see.
    func visible(to listener: Listener) -> LibrarySummary {
        LibrarySummary(changed: changed, counts: listener.seesCounts ? counts : nil)
    }
}

/// The library that a restored backup replaces.
public enum PresentLibrary: Equatable, Sendable {
    case missing
    /// The file is damaged, or is no library.
    case unreadable
    case readable(LibrarySummary)
}
