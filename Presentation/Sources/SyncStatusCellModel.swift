public import FermataDomain

/// The state of the running syncs, in a line.
public struct SyncStatusCellModel: Equatable, Sendable {
    public let text: String
    public let isRunning: Bool
    /// The progress of the source that is read; nil before the first source and after the last.
    public let progress: SyncProgressText?

    /// The state of a starting sync.
    public static let started = SyncStatusCellModel(text: SyncText.running, isRunning: true)

    /// A running sync: `radio: 12,000 records, 48,000 a second`.
    public init(_ progress: SyncProgressText) { self.init(text: progress.text, isRunning: true, progress: progress) }

    /// A sync that has ended: `radio: refreshed, 3 added`, for each source, and why it failed.
    public init(_ results: [SyncResultCellModel]) {
        let texts = results.map { row in
            row.accessibilityLabel + (row.reasonText(for: .webClient).map { " (\($0))" } ?? "")
        }
        self.init(text: texts.isEmpty ? EmptyListText.sources.web : texts.joined(separator: "; "), isRunning: false)
    }

    /// A sync that an error of the library has ended, and the error in a sentence.
    public init(failure: String) { self.init(text: "Not updated: \(failure.onOneLine)", isRunning: false) }

    private init(text: String, isRunning: Bool, progress: SyncProgressText? = nil) {
        self.progress = progress
        self.text = text
        self.isRunning = isRunning
    }
}

/// The keys of the state of a sync.
public enum SyncStatusField: String, RowField {
    case source, detail, text, isRunning
}

extension SyncStatusCellModel: RowModel {
    public func value(of field: SyncStatusField) -> FieldValue {
        switch field {
        case .text: .text(text)
        case .isRunning: .flag(isRunning)
        case .source: FieldValue(progress?.source)
        case .detail: FieldValue(progress?.detail)
        }
    }
}

/// The progress of a sync as a line: `radio: 12,000 records, 48,000 a second`, or `radio: updating…` without counts.
public struct SyncProgressText: Equatable, Sendable {
    public let source: String
    /// The progress without the name of the source.
    public let detail: String

    public var text: String { "\(source.onOneLine): \(detail)" }

    public init(_ progress: SyncProgress, seconds: Double) {
        guard let count = progress.count else {
            self = .started(progress.source)
            return
        }
        source = progress.source
        let rate = seconds > 0 ? Int((Double(count) / seconds).rounded()) : 0
        detail = "\(CountText(count, "record").text), \(CountText.grouped(rate)) a second"
    }

    /// The text of a source whose sync starts.
    public static func started(_ source: String) -> SyncProgressText { .init(source, "updating…") }

    /// The text of a source that is read after others.
    public static func waiting(_ source: String) -> SyncProgressText { .init(source, "waiting…") }

    private init(_ source: String, _ detail: String) { (self.source, self.detail) = (source, detail) }
}
