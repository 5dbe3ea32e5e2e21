/// A bounded sample of rows, spread evenly over those that were added.
struct RowSample: Sendable {
    /// The number of rows of a `spread`. Added rows stay fewer than twice as many: every second one is then dropped.
    private static let targetSize = 128
    private(set) var rows: [Int64] = []
    private var stride = 1
    private var skipped = 0

    /// O(1) amortized.
    mutating func add(_ row: Int64) {
        skipped += 1
        guard skipped == stride else { return }
        skipped = 0
        rows.append(row)
        guard rows.count == 2 * Self.targetSize else { return }
        rows = rows.indices.filter { $0.isMultiple(of: 2) }.map { rows[$0] }
        stride *= 2
    }

    mutating func add(_ other: RowSample) { other.rows.forEach { add($0) } }

    /// Rows that are spread evenly over the numbers from 1 to `last`; `seed` selects the first.
    static func spread(to last: Int64, seed: UInt64) -> [Int64] {
        guard last > 0 else { return [] }
        let distance = (UInt64(last) + UInt64(targetSize) - 1) / UInt64(targetSize)
        // Consecutive seeds select rows far from each other.
        let start = (seed &* 0x9E37_79B9_7F4A_7C15) % distance
        return (0..<UInt64(targetSize)).map { start + $0 * distance }.filter { $0 < last }.map { Int64($0) + 1 }
    }
}
