public import FermataDomain

/// The progress of a sync as a line: `radio: 12,000 records, 48,000 a second`, or `radio: updating…` without counts.
public struct SyncProgressText: Equatable, Sendable {
    public let text: String

    public init(_ progress: SyncProgress, seconds: Double) {
        let source = progress.source.onOneLine
        guard let count = progress.count else {
            text = "\(source): updating…"
            return
        }
        let rate = seconds > 0 ? Int((Double(count) / seconds).rounded()) : 0
        text = "\(source): \(CountText(count, "record").text), \(CountText.grouped(rate)) a second"
    }
}
