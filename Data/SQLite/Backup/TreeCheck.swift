/// Visits every page of the tables and indexes of a database file.
///
/// It finds overwritten, swapped and missing pages; `LibraryIntegrity` finds wrong values. It is about as fast as
/// reading the file from memory.
/// Source: https://www.sqlite.org/fileformat2.html#b_tree_pages
struct TreeCheck {
    private static let deepest = 20
    private static let (tableInterior, tableLeaf, indexInterior, indexLeaf) = (5, 13, 2, 10)
    private let bytes: UnsafeRawBufferPointer
    private let pageSize: Int
    private var isSeen: [Bool]

    init(_ bytes: UnsafeRawBufferPointer, pageSize: Int) {
        self.bytes = bytes
        self.pageSize = pageSize
        isSeen = Array(repeating: false, count: bytes.count / max(1, pageSize) + 1)
    }

    /// Whether the tree of a table or an index has only readable pages that belong to no other tree.
    mutating func isIntact(root: Int) -> Bool {
        guard (1..<isSeen.count).contains(root) else { return false }
        let kind = Int(bytes[header(of: root)])
        return isIntact(root, isTable: kind == Self.tableLeaf || kind == Self.tableInterior, depth: 0)
    }

    private mutating func isIntact(_ page: Int, isTable: Bool, depth: Int) -> Bool {
        guard (1..<isSeen.count).contains(page), !isSeen[page], depth < Self.deepest else { return false }
        isSeen[page] = true
        let (start, header) = ((page - 1) * pageSize, header(of: page))
        let kind = Int(bytes[header])
        let isLeaf = kind == (isTable ? Self.tableLeaf : Self.indexLeaf)
        guard isLeaf || kind == (isTable ? Self.tableInterior : Self.indexInterior) else { return false }
        let pointers = header + (isLeaf ? 8 : 12)
        guard let cells = bytes.number16(at: header + 3), let stored = bytes.number16(at: header + 5) else {
            return false
        }
        let content = stored == 0 ? 1 << 16 : stored
        guard content <= pageSize, pointers + cells * 2 <= start + content else { return false }
        for cell in 0..<cells {
            guard let offset = bytes.number16(at: pointers + cell * 2), offset >= content, offset <= pageSize - 4,
                isLeaf || isIntact(childAt: start + offset, isTable: isTable, depth: depth)
            else { return false }
        }
        return isLeaf || isIntact(childAt: header + 8, isTable: isTable, depth: depth)
    }

    private mutating func isIntact(childAt offset: Int, isTable: Bool, depth: Int) -> Bool {
        guard let page = bytes.number32(at: offset) else { return false }
        return isIntact(Int(page), isTable: isTable, depth: depth + 1)
    }

    /// Page 1 begins with the header of the file.
    private func header(of page: Int) -> Int { (page - 1) * pageSize + (page == 1 ? 100 : 0) }
}
