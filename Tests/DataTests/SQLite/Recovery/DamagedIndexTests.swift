import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("Repair counts the rows that damaged indexes list")
struct DamagedIndexTests {
    private static let downloads = 800

    /// Damage to one entry of the index `download_number`.
    ///
    /// An entry is its size, the size of the header, the types of three integers, and their bytes.
    enum Damage: CaseIterable {
        case pointerToCutSize, noSize, hugeSize, sizeBeyondPage, unknownOverflowPage, cutOverflowPage
        case cutHeaderSize, headerBeyondEntry, cutType, reservedType, valueBeyondEntry

        /// The offset within the page, and the bytes to write; `entries` are the offsets of the entries.
        fileprivate func bytes(in entries: [Int]) throws -> (offset: Int, bytes: [UInt8]) {
            let last = try #require(entries.max())
            let pointer = try #require(entries.firstIndex(of: last)) * 2 + 8
            let middle = try #require(entries.first { (3_095...3_600).contains($0) })
            // An entry of this size has all bytes up to the end of the page, and more on an overflow page.
            let long = 4_094 - middle + 4_084
            return switch self {
            case .pointerToCutSize: (pointer, [0x0F, 0xFF])
            case .noSize: (last, [0])
            case .hugeSize: (last, [0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
            case .sizeBeyondPage: (last, [100])
            case .unknownOverflowPage: (middle, [0x90, 0x00])
            case .cutOverflowPage: (middle, [UInt8(0x80 | long >> 7), UInt8(long & 0x7F)])
            case .cutHeaderSize: (last, [1, 0x80])
            case .headerBeyondEntry: (last + 1, [0x7F])
            case .cutType: (last + 4, [0x80])
            case .reservedType: (last + 4, [10])
            case .valueBeyondEntry: (last + 2, [6])
            }
        }
    }

    @Test("skips a damaged entry", arguments: Damage.allCases)
    func skipsDamagedEntry(damage: Damage) async throws {
        let library = try await DamagedLibrary(first: 1)
        let step = Int.max / (Self.downloads + 1)
        let downloads = (1...Self.downloads).map { "(\(step * $0), \($0 % 3), \($0), 'song \($0).mp3')" }
        try change(
            library.path, "INSERT INTO download(id, state, number, file) VALUES \(downloads.joined(separator: ","))")
        try checkpoint(library.path)
        let row = try #require(try library.offset(of: "song \(Self.downloads / 2).mp3"))
        let index = "name = 'download_number' AND pagetype = 'leaf'"
        let start = try await page(of: library, "SELECT pageno FROM dbstat WHERE \(index) LIMIT 1 OFFSET 1")
        try library.overwrite(at: row / 4_096 * 4_096, with: [UInt8](repeating: 0, count: 4_096))
        let bytes = [UInt8](try library.bytes()[start..<start + 4_096])
        let count = Int(bytes[3]) << 8 | Int(bytes[4])
        let entries = (0..<count).map { Int(bytes[8 + $0 * 2]) << 8 | Int(bytes[9 + $0 * 2]) }
        let (offset, damaged) = try damage.bytes(in: entries)
        try library.overwrite(at: start + offset, with: damaged)
        // A number at the end of the page, a byte of the checksum, that would continue on the next page.
        try library.overwrite(at: start + 4_095, with: [0x80])
        let found = try #require(try library.file.repairBlocking()).count(of: .downloads)
        let lost = try #require(found.lost)
        #expect(lost > 0 && found.read + lost == Self.downloads - 1)
    }

    @Test("an index that refers to itself does not count a row twice")
    func ignoresReferenceToSamePage() async throws {
        let library = try await DamagedLibrary()
        let start = try await page(
            of: library, "SELECT rootpage FROM sqlite_schema WHERE name = 'music_by_title'")
        // The last child of an upper page of an index, whose first byte is 2.
        #expect(try library.bytes()[start] == 2)
        let number = start / 4_096 + 1
        try library.overwriteWithValidChecksum(
            at: start + 8, with: [0, 0, UInt8(number >> 8), UInt8(number & 0xFF)])
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .music) == .init(.music, read: 600))
    }

    @Test("counts entries of small numbers, which have no bytes of their own")
    func countsEntriesOfSmallNumbers() async throws {
        let library = try await DamagedLibrary(first: 1)
        try change(library.path, "UPDATE todo SET position = 0 WHERE number = 1")
        try checkpoint(library.path)
        let start = try await page(
            of: library, "SELECT rootpage FROM sqlite_schema WHERE name = 'todo_fingerprint'")
        try library.overwrite(at: start, with: [UInt8](repeating: 0x55, count: 4_096))
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .toDos) == .init(.toDos, read: DamagedLibrary.toDos.count))
    }

    @Test("reads the entry of a name that continues on another page")
    func readsLongEntry() async throws {
        let library = try await DamagedLibrary(first: 1)
        // A page holds at most 999 bytes of an entry.
        try change(library.path, "UPDATE source SET name = '\(String(repeating: "n", count: 996))'")
        try checkpoint(library.path)
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        let repair = try #require(try library.file.repairBlocking())
        #expect(repair.count(of: .sources) == .init(.sources, read: 1))
    }

    /// The start of the page whose number SQL returns.
    private func page(of library: DamagedLibrary, _ sql: String) async throws -> Int {
        let queue = try DatabaseQueue(path: library.path)
        let page = try await queue.read { db in try Int.fetchOne(db, sql: sql) }
        try queue.close()
        return (try #require(page) - 1) * 4_096
    }
}
