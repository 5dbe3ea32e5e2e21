import FermataDomain

/// The pages of a library file as its last readable transaction left them, read without SQLite.
///
/// Does not rely on the file's header. Changes nothing.
/// Source: https://www.sqlite.org/fileformat2.html
final class DatabasePages {
    /// Every library has pages of this size, so a damaged header need not be trusted.
    static let size = LibrarySchema.pageSize
    /// Content bytes per overflow page, after the number of the next one.
    private static let overflowBytes = size - 4
    /// Larger rows count as damaged.
    private static let largestRow = 1 << 26
    let count: Int
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
        count = max((file.length + Self.size - 1) / Self.size, log?.content.pageCount ?? 0)
    }

    /// Replaces the buffer with a page, numbered from 1; a truncated page is shorter.
    func read(_ page: Int, into buffer: inout [UInt8]) {
        if let log, let offset = log.content.offsets[page] {
            log.file.read(Self.size, at: offset, into: &buffer)
        } else {
            file.read(Self.size, at: (page - 1) * Self.size, into: &buffer)
        }
    }

    /// The pages that hold nothing any more, as far as their list is readable.
    ///
    /// Source: https://www.sqlite.org/fileformat2.html#the_freelist
    func freePages() -> Set<Int> {
        var (free, page): (Set<Int>, [UInt8]) = ([], [])
        read(1, into: &page)
        var trunk = Int(page.number32(at: 32) ?? 0)
        while (2...max(2, count)).contains(trunk), free.insert(trunk).inserted {
            read(trunk, into: &page)
            let leaves = Int(page.number32(at: 4) ?? 0)
            guard leaves <= Self.size / 4 - 2 else { break }
            free.formUnion((0..<leaves).compactMap { page.number32(at: 8 + $0 * 4) }.map(Int.init))
            trunk = Int(page.number32(at: 0) ?? 0)
        }
        return free
    }

    /// Appends the rest of a row that continues on overflow pages; false if they are damaged.
    func appendOverflow(from first: Int, until length: Int, to payload: inout [UInt8]) -> Bool {
        guard length <= min(Self.largestRow, count * Self.size) else { return false }
        var (next, page): (Int, [UInt8]) = (first, [])
        while payload.count < length {
            guard (1...count).contains(next) else { return false }
            read(next, into: &page)
            let missing = min(length - payload.count, Self.overflowBytes)
            guard page.count >= 4 + missing, let following = page.number32(at: 0) else { return false }
            payload += page[4..<4 + missing]
            next = Int(following)
        }
        return true
    }
}
