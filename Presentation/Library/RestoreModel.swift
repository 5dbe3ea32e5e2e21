public import FermataDomain
import Foundation

extension BackupProgress {
    /// `Backing up: 61 MB of 171 MB`
    package var text: String { "Backing up: \(ByteText(written).text) of \(ByteText(total).text)" }
}

extension LibraryBackup {
    /// `The library is backed up and checked: /disk/music.sqlite, 171 MB.`
    package var text: String { "The library is backed up and checked: \(path), \(ByteText(bytes).text)." }
}

/// The texts about restoring a backup: the question before it, and its result.
public struct RestoreModel: Equatable, Sendable {
    private let path: String
    private let style: DateStyle

    public init(_ path: String, style: DateStyle) {
        self.path = path
        self.style = style
    }

    /// `Replace the library (3 songs, … changed 12/24/2026, 7:30 PM) by the backup /disk/a (2 songs, …)?`
    public func question(_ replacement: RestoreLibraryUsecase.Replacement) -> String {
        let present = replacement.present.map(text) ?? "which cannot be read"
        return "Replace the library (\(present)) by the backup \(path) (\(text(replacement.backup)))?"
    }

    /// `restored` is nil if the person did not confirm.
    public func resultText(_ restored: RestoredLibrary?) -> String {
        guard let restored else { return "Nothing was restored." }
        let sentence = "The library is restored from \(path)."
        return restored.replacedPath.map { "\(sentence) The replaced library is now in \($0)." } ?? sentence
    }

    private func text(_ summary: LibrarySummary) -> String {
        let counts = summary.counts.map { counts in
            [
                CountText(counts.songs, "song"), CountText(counts.bookmarks, "bookmark"),
                CountText(counts.playlists, "playlist"), CountText(counts.toDos, "to-do"),
            ].map(\.text)
        }
        let date = Moment(summary.changed).map { "changed \(style.shortText(.moment($0)))" }
        return ((counts ?? []) + [date].compactMap { $0 }).joined(separator: ", ")
    }
}
