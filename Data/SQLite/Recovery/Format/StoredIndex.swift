/// The entries of an index of a library that may be damaged.
struct StoredIndex {
    private static let deepest = 20
    private let pages: DatabasePages
    private let root: Int

    init(of pages: DatabasePages, root: Int) {
        (self.pages, self.root) = (pages, root)
    }

    /// Calls the body with each readable entry, in any order.
    func forEachEntry(_ body: (StoredRow) throws -> Void) rethrows {
        var (seen, level, row, bytes): (Set<Int>, [Int], StoredRow, [UInt8]) = ([], [root], StoredRow(), [])
        for _ in 0..<Self.deepest where !level.isEmpty {
            var below: [Int] = []
            for number in level where (1...pages.count).contains(number) && seen.insert(number).inserted {
                pages.read(number, into: &bytes)
                guard let page = StoredPage(bytes, number: number), page.kind != .tableLeaf else { continue }
                try page.forEachRow(of: pages, into: &row, body)
                below += page.children.filter { (1...pages.count).contains($0) && !seen.contains($0) }
            }
            level = below
        }
    }
}
