public import FermataDomain

/// A row that says how the sync of a source ended.
public struct SyncResultCellModel: Equatable, Sendable {
    let outcome: SyncResult

    public init(_ outcome: SyncResult) {
        self.outcome = outcome
    }

    public var source: String { outcome.source }

    /// Why the source could not be read; nil if it was.
    public var failure: SourceFailure? {
        if case .failed(let failure) = outcome.result { failure } else { nil }
    }

    /// `unchanged`, `refreshed` or `failed`.
    public var result: String {
        switch outcome.result {
        case .unchanged: "unchanged"
        case .refreshed: "refreshed"
        case .failed: "failed"
        }
    }

    /// What changed: `3 added, 1 skipped; playlists: 449 added`. Empty for a listener who may not see counts.
    public var changesText: String {
        guard let summary = outcome.summary else { return "" }
        let music = Self.changes(summary) ?? "nothing new"
        return outcome.playlists.flatMap(Self.changes).map { "\(music); playlists: \($0)" } ?? music
    }

    public var accessibilityLabel: String {
        "\(source.onOneLine): \(result)" + (changesText.isEmpty ? "" : ", \(changesText)")
    }

    /// A line for each skipped record that is known, and one that counts the others.
    public var skippedTexts: [String] {
        skipped(outcome.summary, "record") + skipped(outcome.playlists, "playlist")
    }

    private func skipped(_ summary: SyncSummary?, _ kind: String) -> [String] {
        guard let summary else { return [] }
        let source = source.onOneLine
        let lines = summary.rejected.map { record in
            "\(source): skipped \(kind) \(record.position): \(RecordErrorText(record.cause).text.onOneLine)"
        }
        let more = summary.rejectedCount - summary.rejected.count
        return more > 0 ? lines + ["\(source): skipped " + CountText(more, "more \(kind)").text] : lines
    }

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
