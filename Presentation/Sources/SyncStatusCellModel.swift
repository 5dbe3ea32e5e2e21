public import FermataDomain

/// How the reading of all sources stands, in a line.
public struct SyncStatusCellModel: Equatable, Sendable {
    public let text: String
    public let isRunning: Bool

    /// A reading that begins.
    public static let begun = SyncStatusCellModel(text: "Updating…", isRunning: true)

    /// A reading under way: `radio: 12,000 records, 48,000 a second`.
    public init(_ progress: SyncProgress, seconds: Double) {
        self.init(text: SyncProgressText(progress, seconds: seconds).text, isRunning: true)
    }

    /// A reading that is over: `radio: refreshed, 3 added`, for each source, and why it failed.
    ///
    /// Without counts: `radio: refreshed`.
    public init(_ outcomes: [SyncResult], showsCounts: Bool = true) {
        let texts = outcomes.map { outcome in
            let model = SyncResultCellModel(outcome)
            let row = showsCounts ? model.accessibilityLabel : "\(model.source.onOneLine): \(model.result)"
            guard case .failed(let failure) = outcome.result else { return row }
            return "\(row) (\(failure.reason.onOneLine))"
        }
        self.init(text: texts.isEmpty ? "There is no source yet." : texts.joined(separator: "; "), isRunning: false)
    }

    /// A reading that the library has ended, and why, in a sentence.
    public init(failure: String) {
        self.init(text: "Not updated: \(failure.onOneLine)", isRunning: false)
    }

    private init(text: String, isRunning: Bool) {
        self.text = text
        self.isRunning = isRunning
    }
}

/// The keys of how the reading of all sources stands.
public enum SyncStatusField: String, RowField {
    case text, isRunning
}

extension SyncStatusCellModel: RowModel {
    public func value(of field: SyncStatusField) -> FieldValue {
        switch field {
        case .text: .text(text)
        case .isRunning: .flag(isRunning)
        }
    }
}
