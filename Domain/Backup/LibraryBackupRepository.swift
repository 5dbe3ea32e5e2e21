/// Copies the library to backup files, and restores it from them.
public protocol LibraryBackupRepository: Sendable {
    /// Writes one state of the library to a file, and emits the progress, then the verified backup.
    ///
    /// Other programs may use the library meanwhile. The file appears under its name only after it is complete, durable
    /// and compared with the library. Cancelling the iterating task removes the incomplete file. The iterator throws
    /// `BackupError` or `LibraryError`; for an existing file without `replacing`, `.cannotWrite` with `.exists`.
    func backUp(to path: String, replacing: Bool) -> any AsyncSequence<BackupEvent, any Error> & Sendable

    /// Checks a backup completely, and copies it beside the library, ready to replace it.
    ///
    /// The backup itself is only read. Throws `BackupError` or `LibraryError`.
    func stage(_ path: String) async throws -> any StagedLibrary
}

/// A checked copy of a backup, with the library's current schema.
public protocol StagedLibrary: Sendable {
    var backup: LibrarySummary { get }
    var present: PresentLibrary { get }

    /// Replaces the library's content and stores the previous content in a file beside it.
    ///
    /// Programs that use the library read the restored content from then on. Throws `BackupError` or `LibraryError`;
    /// the library is then unchanged.
    func restore() async throws -> RestoredLibrary

    /// Removes the copy.
    func discard() async
}

/// An event of a running backup.
public enum BackupEvent: Equatable, Sendable {
    case progress(BackupProgress)
    case finished(LibraryBackup)
}

/// How many bytes of a backup are written.
public struct BackupProgress: Equatable, Sendable {
    public var written: Int64
    public var total: Int64

    public init(written: Int64, total: Int64) {
        (self.written, self.total) = (written, total)
    }
}

/// A complete backup.
public struct LibraryBackup: Equatable, Sendable {
    public var path: String
    public var bytes: Int64

    public init(path: String, bytes: Int64) {
        (self.path, self.bytes) = (path, bytes)
    }
}

/// A library that was restored from a backup.
public struct RestoredLibrary: Equatable, Sendable {
    /// The file with the content that was replaced; nil if there was no library.
    public var replacedPath: String?

    public init(replacedPath: String?) {
        self.replacedPath = replacedPath
    }
}
