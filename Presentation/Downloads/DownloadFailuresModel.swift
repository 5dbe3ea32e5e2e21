/// Why the downloads of a list failed: each reason once, in full, with the number of downloads that it ended.
package struct DownloadFailuresModel {
    /// More reasons than these are left out.
    private static let reasonLimit = 10

    private var reasons: [String] = []
    private var counts: [String: Int] = [:]

    package init() {}

    package mutating func add(_ rows: [DownloadCellModel]) {
        for reason in rows.compactMap(\.reason) {
            if counts[reason] == nil { reasons.append(reason) }
            counts[reason, default: 0] += 1
        }
    }

    /// One sentence for each reason, in the order of the list; the last one says how to read those left out.
    package var sentences: [String] {
        let hidden = reasons.count - Self.reasonLimit
        return reasons.prefix(Self.reasonLimit).map { "\(CountText(counts[$0] ?? 0, "download").text) failed: \($0)." }
            + (hidden > 0
                ? ["For \(CountText(hidden, "more reason").text), run: fermata downloads --plain --fields title,reason"]
                : [])
    }
}
