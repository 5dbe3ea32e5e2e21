/// A set of row numbers, one bit each.
struct RowSet {
    /// Below this number, comparing candidates with the words is cheaper than intersecting further sets.
    static let directComparisonLimit = 500
    /// Rows per chunk, as a power of two.
    private static let chunkBits: Int64 = 16
    /// Greater row numbers, which only a damaged library has, are stored one by one.
    private static let largestRow: Int64 = 1 << 32
    /// Chunks without rows are empty.
    private var chunks: [[UInt64]] = []
    private var others: Set<Int64> = []
    private(set) var count = 0

    mutating func insert(_ row: Int64) {
        guard (0...Self.largestRow).contains(row) else {
            if others.insert(row).inserted { count += 1 }
            return
        }
        let (chunk, word, bit) = Self.position(of: row)
        while chunks.count <= chunk { chunks.append([]) }
        if chunks[chunk].isEmpty { chunks[chunk] = [UInt64](repeating: 0, count: 1 << (Self.chunkBits - 6)) }
        if chunks[chunk][word] & bit == 0 { count += 1 }
        chunks[chunk][word] |= bit
    }

    func contains(_ row: Int64) -> Bool {
        guard (0...Self.largestRow).contains(row) else { return others.contains(row) }
        let (chunk, word, bit) = Self.position(of: row)
        return chunk < chunks.count && !chunks[chunk].isEmpty && chunks[chunk][word] & bit != 0
    }

    func intersection(_ other: RowSet) -> RowSet {
        var result = RowSet()
        result.chunks = zip(chunks, other.chunks).map { zip($0, $1).map { $0 & $1 } }
        result.others = others.intersection(other.others)
        result.count = result.chunks.joined().reduce(result.others.count) { $0 + $1.nonzeroBitCount }
        return result
    }

    mutating func formUnion(_ other: RowSet) {
        for (number, chunk) in other.chunks.enumerated() where !chunk.isEmpty {
            while chunks.count <= number { chunks.append([]) }
            chunks[number] = chunks[number].isEmpty ? chunk : zip(chunks[number], chunk).map { $0 | $1 }
        }
        others.formUnion(other.others)
        count = chunks.joined().reduce(others.count) { $0 + $1.nonzeroBitCount }
    }

    /// A JSON array of the rows, for SQLite's `json_each`.
    var json: String {
        var rows = Array(others)
        rows.reserveCapacity(count)
        for (number, chunk) in chunks.enumerated() {
            for (index, word) in chunk.enumerated() where word != 0 {
                let first = Int64(number) << Self.chunkBits + Int64(index) << 6
                for bit in 0..<64 where word & 1 << UInt64(bit) != 0 { rows.append(first + Int64(bit)) }
            }
        }
        return "[" + rows.map(String.init).joined(separator: ",") + "]"
    }

    private static func position(of row: Int64) -> (chunk: Int, word: Int, bit: UInt64) {
        let offset = Int(row & (1 << chunkBits - 1))
        return (Int(row >> chunkBits), offset >> 6, 1 << UInt64(offset & 63))
    }
}
