/// The entries of an index of a library that may be damaged.
struct StoredIndex {
    private static let deepest = 20
    private let pages: DatabasePages
    private let root: Int

    init(of pages: DatabasePages, root: Int) {
        (self.pages, self.root) = (pages, root)
    }

    /// The number of readable entries; nil if the first page is no page of an index.
    func entryCount() -> Int? {
        guard (1...max(1, pages.count)).contains(root) else { return nil }
        var bytes: [UInt8] = []
        pages.read(root, into: &bytes)
        guard let page = StoredPage(bytes, number: root, usable: pages.usable), page.kind != .tableLeaf else {
            return nil
        }
        var count = 0
        forEachEntry { _ in count += 1 }
        return count
    }

    /// Calls the body with each readable entry, in any order.
    func forEachEntry(_ body: (StoredRow) throws -> Void) rethrows {
        var (seen, level, row, bytes): (Set<Int>, [Int], StoredRow, [UInt8]) = ([], [root], StoredRow(), [])
        for _ in 0..<Self.deepest where !level.isEmpty {
            var below: [Int] = []
            for number in level where (1...pages.count).contains(number) && seen.insert(number).inserted {
                pages.read(number, into: &bytes)
                guard let page = StoredPage(bytes, number: number, usable: pages.usable), page.kind != .tableLeaf else {
                    continue
                }
                try page.forEachRow(of: pages, into: &row, body)
                below += page.children.filter { (1...pages.count).contains($0) && !seen.contains($0) }
            }
            level = below
        }
    }
}
