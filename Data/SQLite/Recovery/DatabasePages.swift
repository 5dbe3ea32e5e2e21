import FermataDomain
import Foundation

/// The pages of a library file as its last readable transaction left them, read without SQLite.
///
/// Does not rely on the file's header. Changes nothing.
/// Source: https://www.sqlite.org/fileformat2.html
final class DatabasePages {
    /// Every library has pages of this size, so a damaged header need not be trusted.
    static let size = LibrarySchema.pageSize
    /// Larger rows count as damaged.
    private static let largestRow = 1 << 26
    /// The number of pages that show whether all have checksums.
    private static let sampleSize = 100
    let count: Int
    /// The number of pages that the file itself has.
    private let inFile: Int
    /// The bytes of each page before its checksum.
    private(set) var usable = size
    /// The number of overflow pages that may still be read. Rows of a damaged file can share them endlessly.
    private var overflowPages: Int
    private let file: DatabaseBytes
    private let log: (file: DatabaseBytes, content: WriteAheadLog)?

    /// Returns nil if there is no file. Throws `LibraryError.cannotOpen`.
    init?(path: String, usesLog: Bool = true) throws(LibraryError) {
        guard let file = try DatabaseBytes(path: path) else { return nil }
        self.file = file
        if usesLog, let log = try DatabaseBytes(path: path + "-wal") {
            self.log = (log, WriteAheadLog(log))
        } else {
            log = nil
        }
        let inFile = (file.length + Self.size - 1) / Self.size
        let inLog = log?.content.offsets.keys.max() ?? 0
        let committed = log?.content.pageCount ?? 0
        // After a transaction that made the database smaller, the file may have more pages than belong to it.
        count = committed > 0 ? min(committed, max(inFile, inLog)) : inFile
        self.inFile = min(inFile, count)
        overflowPages = 4 * (inFile + (log?.content.offsets.count ?? 0))
        if haveChecksums { usable -= PageChecksums.size }
    }

    /// Whether a page in the file has a correct checksum, or the first page, which may be damaged, states checksums.
    private var haveChecksums: Bool {
        var page: [UInt8] = []
        let step = max(1, file.length / Self.size / Self.sampleSize) * Self.size
        for offset in stride(from: 0, to: file.length, by: step) {
            file.read(Self.size, at: offset, into: &page)
            if page.withUnsafeBytes(PageChecksums.verify) == .correct { return true }
        }
        read(1, into: &page)
        return page.count > PageChecksums.reservationOffset
            && page[PageChecksums.reservationOffset] == UInt8(PageChecksums.size)
    }

    /// Calls the body with the number of each page of the file, then of each further page of the log.
    ///
    /// The log of a hostile file can have any page numbers, so it is not read up to the greatest one.
    func forEachNumber(_ body: (Int) throws -> Void) rethrows {
        for number in stride(from: 1, through: inFile, by: 1) { try body(number) }
        let further = log?.content.offsets.keys.filter { $0 > inFile && $0 <= count } ?? []
        for number in further.sorted() { try body(number) }
    }

    /// Replaces the buffer with a page, numbered from 1; a truncated page is shorter.
    ///
    /// The result says whether the page has the checksum of its content. Pages in the log have none.
    @discardableResult
    func read(_ page: Int, into buffer: inout [UInt8]) -> PageChecksums.Verification {
        if let log, let offset = log.content.offsets[page] {
            log.file.read(Self.size, at: offset, into: &buffer)
            return .missing
        }
        file.read(Self.size, at: (page - 1) * Self.size, into: &buffer)
        guard usable < Self.size, buffer.count == Self.size else { return .missing }
        return buffer.withUnsafeBytes(PageChecksums.verify)
    }

    /// Returns the unused pages; empty if their list is damaged.
    ///
    /// Source: https://www.sqlite.org/fileformat2.html#the_freelist
    func freePages() -> Set<Int> {
        var (free, page): (Set<Int>, [UInt8]) = ([], [])
        read(1, into: &page)
        guard let expected = page.number32(at: 36), var trunk = page.number32(at: 32).map(Int.init) else { return [] }
        while trunk != 0 {
            guard (2...max(2, count)).contains(trunk), free.insert(trunk).inserted else { return [] }
            read(trunk, into: &page)
            guard let next = page.number32(at: 0), let leaves = page.number32(at: 4) else { return [] }
            guard leaves <= UInt32(usable / 4 - 2) else { return [] }
            let listed = (0..<Int(leaves)).compactMap { page.number32(at: 8 + $0 * 4) }.map(Int.init)
            guard listed.allSatisfy((2...max(2, count)).contains) else { return [] }
            free.formUnion(listed)
            trunk = Int(next)
        }
        return free.count == Int(expected) ? free : []
    }

    /// Appends the rest of a row that continues on overflow pages; false if they are damaged.
    func appendOverflow(from first: Int, until length: Int, to payload: inout [UInt8]) -> Bool {
        guard length <= min(Self.largestRow, count * Self.size) else { return false }
        var (next, page): (Int, [UInt8]) = (first, [])
        while payload.count < length {
            guard (1...count).contains(next), overflowPages > 0 else { return false }
            overflowPages -= 1
            read(next, into: &page)
            let missing = min(length - payload.count, usable - 4)
            guard page.count >= 4 + missing, let following = page.number32(at: 0) else { return false }
            payload += page[4..<4 + missing]
            next = Int(following)
        }
        return true
    }
}

/// Reads ranges of a file that may be damaged or truncated, without changing it.
final class DatabaseBytes {
    let length: Int
    private let file: OpenFile

    /// Returns nil if no regular file has this path. Throws `LibraryError.cannotOpen`.
    init?(path: String) throws(LibraryError) {
        do throws(StorageFailure) {
            file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
            let status = try file.status()
            guard status.st_mode & S_IFMT == S_IFREG else { return nil }
            length = Int(status.st_size)
        } catch .missing {
            return nil
        } catch {
            throw .cannotOpen(path: path, error)
        }
    }

    /// Replaces the buffer with up to `count` bytes; unreadable bytes at the end are missing.
    ///
    /// A sector that the disk cannot read counts as missing, so that the rest of the file is still read.
    func read(_ count: Int, at offset: Int, into buffer: inout [UInt8]) {
        if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
        let read = buffer.withUnsafeMutableBytes { bytes in
            file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), at: Int64(offset))
        }
        buffer.removeLast(buffer.count - read.count)
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// A big-endian number of two bytes; nil beyond the end.
    func number16(at offset: Int) -> Int? {
        guard offset >= startIndex, offset + 2 <= endIndex else { return nil }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    /// A big-endian number of four bytes; nil beyond the end.
    func number32(at offset: Int) -> UInt32? {
        guard offset >= startIndex, offset + 4 <= endIndex else { return nil }
        return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// SQLite's variable-length integer of one to nine bytes, and the offset after it; nil beyond the limit.
    ///
    /// Source: https://www.sqlite.org/fileformat2.html#varint
    func varint(at start: Int, limit: Int) -> (value: Int64, end: Int)? {
        var value: UInt64 = 0
        var offset = start
        while offset < Swift.min(limit, endIndex) {
            let byte = self[offset]
            offset += 1
            if offset - start == 9 { return (Int64(bitPattern: value << 8 | UInt64(byte)), offset) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return (Int64(bitPattern: value), offset) }
        }
        return nil
    }
}

/// The pages of committed transactions in a write-ahead log that may be damaged.
///
/// SQLite ignores all frames after the first damaged one. This reader skips only the damaged frames: each frame's
/// checksum continues that of the frame before it. Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
struct WriteAheadLog {
    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private static let bigEndianMagic: UInt32 = 0x377F_0683
    /// The offset of each page's last committed version.
    private(set) var offsets: [Int: Int] = [:]
    /// The number of pages of the database after the last transaction; zero without one.
    private(set) var pageCount = 0
    /// The number of damaged frames before the end of the last intact transaction; a damaged header counts as one.
    private(set) var damagedFrames = 0

    init(_ file: DatabaseBytes) {
        var header: [UInt8] = []
        file.read(Self.headerSize, at: 0, into: &header)
        guard header.count == Self.headerSize else { return }
        read(file, header: header)
    }

    private mutating func read(_ file: DatabaseBytes, header: [UInt8]) {
        let isBigEndian = header.number32(at: 0) == Self.bigEndianMagic
        var sum = Checksum(header, at: 24, isBigEndian: isBigEndian)
        var expected = Checksum(isBigEndian: isBigEndian)
        expected.add(header, 0..<24)
        let isHeaderIntact = sum == expected
        var (frame, pending, damaged): ([UInt8], [Int: Int], Int) = ([], [:], isHeaderIntact ? 0 : 1)
        let frameSize = Self.frameHeaderSize + DatabasePages.size
        file.read(frameSize, at: Self.headerSize, into: &frame)
        guard frame.count == frameSize else { return }
        let salts = Array(isHeaderIntact ? header[16..<24] : frame[8..<16])
        for start in stride(from: Self.headerSize, to: file.length, by: frameSize) {
            file.read(frameSize, at: start, into: &frame)
            guard frame.count == frameSize else {
                damaged += 1
                continue
            }
            let stored = Checksum(frame, at: 16, isBigEndian: isBigEndian)
            sum.add(frame, 0..<8)
            sum.add(frame, Self.frameHeaderSize..<frameSize)
            let isIntact = sum == stored && frame[8..<16].elementsEqual(salts)
            sum = stored
            guard isIntact, let page = frame.number32(at: 0), let size = frame.number32(at: 4) else {
                damaged += 1
                continue
            }
            pending[Int(page)] = start + Self.frameHeaderSize
            guard size > 0 else { continue }
            // Frames without a following end of a transaction were never committed.
            damagedFrames += damaged
            offsets.merge(pending) { $1 }
            (pending, pageCount, damaged) = ([:], Int(size), 0)
        }
    }

    /// The running checksum of a log.
    private struct Checksum: Equatable {
        var (first, second): (UInt32, UInt32)
        let isBigEndian: Bool

        init(isBigEndian: Bool) {
            (first, second, self.isBigEndian) = (0, 0, isBigEndian)
        }

        init(_ bytes: [UInt8], at offset: Int, isBigEndian: Bool) {
            (first, second) = (bytes.number32(at: offset) ?? 0, bytes.number32(at: offset + 4) ?? 0)
            self.isBigEndian = isBigEndian
        }

        mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
            bytes.withUnsafeBytes { bytes in
                for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                    first &+= word(bytes, offset) &+ second
                    second &+= word(bytes, offset + 4) &+ first
                }
            }
        }

        private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
        }
    }
}

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

/// A row of a table or an entry of an index as it is stored on a page.
///
/// Source: https://www.sqlite.org/fileformat2.html#record_format
struct StoredRow {
    /// Zero in an index.
    private(set) var rowID: Int64 = 0
    private(set) var payload: [UInt8] = []
    private(set) var values: [StoredValue] = []

    /// Replaces the row by the values of a payload; false if they do not fill it exactly.
    mutating func decode(_ payload: [UInt8], rowID: Int64) -> Bool {
        self.rowID = rowID
        self.payload = payload
        values.removeAll(keepingCapacity: true)
        guard let header = payload.varint(at: 0, limit: payload.count) else { return false }
        guard header.value >= header.end, header.value <= payload.count else { return false }
        var (type, content) = (header.end, Int(header.value))
        while type < Int(header.value) {
            guard let next = payload.varint(at: type, limit: Int(header.value)) else { return false }
            guard let value = value(ofType: next.value, at: &content) else { return false }
            values.append(value)
            type = next.end
        }
        return content == payload.count
    }

    /// The text of a column; nil for another type.
    func text(_ column: Int) -> String? {
        guard values.indices.contains(column), case .text(let range) = values[column] else { return nil }
        return String(decoding: payload[range], as: UTF8.self)
    }

    /// The integer of a column; nil for another type.
    func integer(_ column: Int) -> Int64? {
        guard values.indices.contains(column), case .integer(let number) = values[column] else { return nil }
        return number
    }

    private func value(ofType type: Int64, at offset: inout Int) -> StoredValue? {
        let sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
        guard type >= 0, type < Int64(payload.count) * 2 + 14 else { return nil }
        let size = type < 10 ? sizes[Int(type)] : Int(type - 12) / 2
        guard type < 10 || type >= 12, offset + size <= payload.count else { return nil }
        let range = offset..<offset + size
        offset = range.upperBound
        return switch type {
        case 0: .null
        case 7: .real(Double(bitPattern: UInt64(bitPattern: number(range))))
        case 8: .integer(0)
        case 9: .integer(1)
        case 1...6: .integer(number(range))
        case _ where type % 2 == 1: .text(range)
        default: .blob(range)
        }
    }

    /// A big-endian two's complement number.
    private func number(_ range: Range<Int>) -> Int64 {
        let start: Int64 = payload[range.lowerBound] & 0x80 == 0 ? 0 : -1
        return payload[range].reduce(start) { $0 << 8 | Int64($1) }
    }
}

/// A value of a stored row; text and blobs are ranges of the row's payload.
enum StoredValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(Range<Int>)
    case blob(Range<Int>)
}

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
