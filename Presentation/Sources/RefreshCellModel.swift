public import FermataDomain

/// A row that says how the refresh of a source ended.
public struct RefreshCellModel: Equatable, Sendable {
    private let outcome: RefreshOutcome

    public init(_ outcome: RefreshOutcome) {
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

    /// What changed, in words: `3 added, 1 removed, 2 skipped`.
    public var changesText: String {
        let summary = outcome.summary
        let changes = [
            (summary.added, "added"), (summary.updated, "updated"), (summary.removed, "removed"),
            (summary.rejectedCount, "skipped"),
        ]
        let text = changes.filter { $0.0 > 0 }.map { "\(CountText.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
        return text.isEmpty ? "nothing new" : text
    }

    public var accessibilityLabel: String { "\(source.onOneLine): \(result), \(changesText)" }
}

/// The keys of a row about a refresh.
public enum RefreshField: String, RowField {
    case source, result, added, updated, unchanged, removed, skipped, reason
}

extension RefreshCellModel: RowModel {
    public func value(of field: RefreshField) -> FieldValue {
        switch field {
        case .source: .text(source)
        case .result: .text(result)
        case .added: .whole(outcome.summary.added)
        case .updated: .whole(outcome.summary.updated)
        case .unchanged: .whole(outcome.summary.unchanged)
        case .removed: .whole(outcome.summary.removed)
        case .skipped: .whole(outcome.summary.rejectedCount)
        case .reason: if case .failed(let failure) = outcome.result { .text(failure.reason) } else { .none }
        }
    }
}
