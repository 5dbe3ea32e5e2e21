public import FermataDomain

/// How far a refresh has come, as a line: `radio: 12,000 records, 48,000 a second`.
public struct SyncProgressText: Equatable, Sendable {
    public let text: String

    public init(_ progress: SyncProgress, seconds: Double) {
        let rate = seconds > 0 ? Int((Double(progress.count) / seconds).rounded()) : 0
        text =
            "\(progress.source.onOneLine): \(CountText(progress.count, "record").text), \(CountText.grouped(rate)) a second"
    }
}
