public import FermataDomain

/// The progress and the result of a backup as sentences.
public struct BackupText: Equatable, Sendable {
    public let text: String

    /// `Backing up: 61 MB of 171 MB`
    public init(_ progress: BackupProgress) {
        text = "Backing up: \(ByteText(progress.written).text) of \(ByteText(progress.total).text)"
    }

    /// `The library is backed up and checked: /disk/music.sqlite, 171 MB.`
    public init(_ backup: LibraryBackup) {
        text = "The library is backed up and checked: \(backup.path), \(ByteText(backup.bytes).text)."
    }
}
