public import FermataDomain

/// A row that says how the refresh of a source ended.
public struct SyncResultCellModel: Equatable, Sendable {
    let outcome: SyncResult

    public init(_ outcome: SyncResult) {
        self.outcome = outcome
    }

    public var source: String { outcome.source }

    /// `unchanged`, `refreshed` or `failed`.
    public var result: String {
        switch outcome.result {
        case .unchanged: "unchanged"
        case .refreshed: "refreshed"
        case .failed: "failed"
        }
    }

    /// What changed, in words: `3 added, 1 skipped; playlists: 449 added`.
    public var changesText: String {
        let music = Self.changes(outcome.summary) ?? "nothing new"
        return outcome.playlists.flatMap(Self.changes).map { "\(music); playlists: \($0)" } ?? music
    }

    public var accessibilityLabel: String { "\(source.onOneLine): \(result), \(changesText)" }

    private static func changes(_ summary: SyncSummary) -> String? {
        let changes = [
            (summary.added, "added"), (summary.merged, "merged"), (summary.updated, "updated"),
            (summary.removed, "removed"),
            (summary.rejectedCount, "skipped"),
        ]
        let words = changes.filter { $0.0 > 0 }.map { "\(CountText.grouped($0.0)) \($0.1)" }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
