import FermataDomain

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
