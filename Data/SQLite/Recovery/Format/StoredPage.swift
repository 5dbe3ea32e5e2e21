/// A page of a table or an index, which may be damaged.
///
/// Source: https://www.sqlite.org/fileformat2.html#b_tree_pages
struct StoredPage {
    enum Kind: UInt8 {
        case indexInterior = 2
        case indexLeaf = 10
        case tableLeaf = 13
    }

    let kind: Kind
    private let bytes: [UInt8]
    private let start: Int
    private let cells: Int
    /// The bytes of each page before its checksum.
    private let usable: Int

    /// Returns nil for any other page. Page 1 begins with the header of the file.
    init?(_ bytes: [UInt8], number: Int, usable: Int) {
        self.usable = usable
        start = number == 1 ? 100 : 0
        guard start < bytes.count, let kind = Kind(rawValue: bytes[start]) else { return nil }
        guard let cells = bytes.number16(at: start + 3), cells <= DatabasePages.size / 4 else { return nil }
        self.kind = kind
        self.bytes = bytes
        self.cells = cells
    }

    /// Calls the body with each intact row; skips damaged rows.
    func forEachRow(of pages: DatabasePages, into row: inout StoredRow, _ body: (StoredRow) throws -> Void) rethrows {
        for cell in 0..<cells {
            guard let offset = offset(ofCell: cell), decode(offset, of: pages, into: &row) else { continue }
            try body(row)
        }
    }

    /// The numbers of the pages below an interior page.
    var children: [Int] {
        guard kind == .indexInterior else { return [] }
        let offsets = (0..<cells).compactMap(offset(ofCell:)) + [start + 8]
        return offsets.compactMap { bytes.number32(at: $0) }.map(Int.init)
    }

    private func offset(ofCell cell: Int) -> Int? {
        let pointers = start + (kind == .indexInterior ? 12 : 8)
        guard let offset = bytes.number16(at: pointers + cell * 2), offset >= pointers + cells * 2 else { return nil }
        return offset < bytes.count ? offset : nil
    }

    private func decode(_ cell: Int, of pages: DatabasePages, into row: inout StoredRow) -> Bool {
        let begin = kind == .indexInterior ? cell + 4 : cell
        guard let size = bytes.varint(at: begin, limit: bytes.count), size.value > 0 else { return false }
        var (content, rowID) = (size.end, Int64(0))
        if kind == .tableLeaf {
            guard let id = bytes.varint(at: content, limit: bytes.count) else { return false }
            (rowID, content) = id
        }
        guard let length = Int(exactly: size.value), length <= pages.count * DatabasePages.size else { return false }
        let local = localBytes(of: length)
        guard content + local <= bytes.count else { return false }
        var payload = Array(bytes[content..<content + local])
        if local < length {
            guard let first = bytes.number32(at: content + local) else { return false }
            guard pages.appendOverflow(from: Int(first), until: length, to: &payload) else { return false }
        }
        return row.decode(payload, rowID: rowID)
    }

    /// The bytes of a payload that are stored on the page itself.
    ///
    /// Source: https://www.sqlite.org/fileformat2.html#cell_payload_overflow_pages
    private func localBytes(of length: Int) -> Int {
        let most = kind == .tableLeaf ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard length > most else { return length }
        let least = (usable - 12) * 32 / 255 - 23
        let local = least + (length - least) % (usable - 4)
        return local <= most ? local : least
    }
}
