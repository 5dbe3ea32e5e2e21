/// Counts the failed downloads of a list by reason, for the first reasons.
package struct DownloadFailuresModel {
    private static let reasonLimit = 10

    private var reasons: [(text: String, count: Int)] = []
    /// The number of failed downloads with other reasons.
    private var otherCount = 0

    package init() {}

    /// The number of failed downloads.
    package var count: Int { reasons.reduce(otherCount) { $0 + $1.count } }

    package mutating func add(_ rows: [DownloadCellModel]) {
        for reason in rows.compactMap(\.reason) {
            if let known = reasons.firstIndex(where: { $0.text == reason }) {
                reasons[known].count += 1
            } else if reasons.count < Self.reasonLimit {
                reasons.append((reason, 1))
            } else {
                otherCount += 1
            }
        }
    }

    /// One sentence for each reason, in the order of the list; the last one names the command that lists the others.
    package var sentences: [String] {
        let others = "\(CountText(otherCount, "more download").text) failed. For the reasons, run: "
        return reasons.map { "\(CountText($0.count, "download").text) failed: \($0.text)." }
            + (otherCount > 0 ? [others + "fermata downloads --plain --fields title,reason"] : [])
    }
}

/// The error of failed downloads. The reasons are printed on standard error.
public struct DownloadsFailedError: ProblemConvertible {
    private let count: Int
    private let all: Int

    public init(count: Int, of all: Int) {
        self.count = count
        self.all = all
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(
            .incomplete, "\(CountText.grouped(count)) of \(CountText(all, "download").text) failed.",
            hint: "Try again with: fermata download. Or clear them with: fermata downloads --clear-failed")
    }
}
