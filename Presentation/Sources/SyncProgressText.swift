public import FermataDomain

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

    private init(_ source: String, _ detail: String) {
        (self.source, self.detail) = (source, detail)
    }
}
