import CPageChecksums
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

/// Changes pages of a library and updates their checksums, so that only the trees of its tables show the damage.
///
/// Source: https://www.sqlite.org/fileformat2.html#b_tree_pages
@Suite("A backup of a library with a changed tree")
struct TreeDamageTests {
    private static let pageSize = 4_096
    private static let (upperKind, leafKind, indexLeafKind) = (5, 13, 10)
    private let subject: BackedUpLibrary
    private let path: String
    private let intact: [UInt8]
    /// The offsets of an upper page of a table, and of its first leaf.
    private let upper, leaf: Int

    init() async throws {
        subject = try await BackedUpLibrary(
            songs: (1...300).map { RemoteMusic(key: "\($0)", title: "Song \($0)", artist: "Artist \($0)") })
        path = subject.folder.path("damaged")
        try await subject.backUp(to: "intact")
        let bytes = [UInt8](try subject.bytes("intact"))
        let pages = stride(from: Self.pageSize, to: bytes.count, by: Self.pageSize)
        let upper = try #require(pages.first { bytes.number(at: $0, size: 1) == Self.upperKind })
        let firstCell = upper + bytes.number(at: upper + 12, size: 2)
        let leaf = (bytes.number(at: firstCell, size: 4) - 1) * Self.pageSize
        #expect(bytes.number(at: leaf, size: 1) == Self.leafKind)
        #expect(bytes.number(at: upper + 3, size: 2) > 1)
        (intact, self.upper, self.leaf) = (bytes, upper, leaf)
    }

    @Test("is refused if a page leads to a missing page, or to one of another place")
    func refusesWrongPages() async {
        let pageCount = intact.count / Self.pageSize
        let cells = [0, 1].map { upper + intact.number(at: upper + 12 + 2 * $0, size: 2) }
        for page in [0, pageCount + 1, pageCount + 100, intact.number(at: cells[1], size: 4)] {
            await expectRefusal("first \(page)") { $0.set(page, at: cells[0], size: 4) }
            await expectRefusal("last \(page)") { $0.set(page, at: upper + 8, size: 4) }
        }
    }

    @Test("is refused if a table has the page of an index")
    func refusesOtherKind() async {
        await expectRefusal("kind") { $0.set(Self.indexLeafKind, at: leaf, size: 1) }
    }

    @Test("is refused if a cell is outside of the page's content")
    func refusesMisplacedCells() async throws {
        let content = intact.number(at: leaf + 5, size: 2)
        for offset in [0, content - 1, Self.pageSize - 3] {
            await expectRefusal("cell at \(offset)") { $0.set(offset, at: leaf + 8, size: 2) }
        }
        try await backUp(changed { $0.set(Self.pageSize - 4, at: leaf + 8, size: 2) })
    }

    @Test("is refused if the list of cells reaches into the page's content")
    func refusesOverlap() async throws {
        let end = 8 + 2 * intact.number(at: leaf + 3, size: 2)
        try await backUp(changed { $0.set(end, at: leaf + 5, size: 2) })
        await expectRefusal("content at \(end - 1)") { $0.set(end - 1, at: leaf + 5, size: 2) }
    }

    private func expectRefusal(_ name: String, _ change: (inout [UInt8]) -> Void) async {
        let bytes = changed(change)
        await #expect(throws: BackupError.damagedLibrary(path: path), "\(name)") { try await backUp(bytes) }
    }

    /// Changes the two pages of the library, and updates their checksums.
    private func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = intact
        change(&bytes)
        for start in [upper, leaf] {
            var page = Array(bytes[start..<start + Self.pageSize])
            page_checksum_set(&page, page.count)
            bytes.replaceSubrange(start..<start + Self.pageSize, with: page)
        }
        return bytes
    }

    private func backUp(_ bytes: [UInt8]) async throws {
        try Data(bytes).write(to: URL(filePath: path))
        defer { for ending in ["-wal", "-shm"] { unlink(path + ending) } }
        let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
        for try await _ in backups.backUp(to: subject.folder.path("backup"), replacing: true) {}
    }
}

extension [UInt8] {
    /// A number of some bytes, most significant first.
    fileprivate func number(at offset: Int, size: Int) -> Int {
        self[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate mutating func set(_ number: Int, at offset: Int, size: Int) {
        for index in 0..<size { self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - index))) }
    }
}
