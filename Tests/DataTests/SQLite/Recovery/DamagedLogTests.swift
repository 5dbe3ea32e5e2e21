import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("The log of a damaged library")
struct DamagedLogTests {
    /// Adds ten to-dos, each in its own transaction.
    private static func addToDos(_ library: SQLiteLibrary) async throws {
        for number in 1...10 { try await SQLiteToDoRepository(library: library).add(titles: ["Logged \(number)"]) }
    }

    @Test("is checked without being copied into the file")
    func checkLeavesLog() async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        let (file, log) = (try library.bytes(), try library.bytes(of: "-wal"))
        #expect(try await library.file.check().isEmpty)
        #expect(try library.bytes() == file)
        #expect(try library.bytes(of: "-wal") == log)
    }

    @Test("gives its changes to a damaged file")
    func readsLog() async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        let offset = try #require(try library.offset(of: "Song number 1000"))
        try library.overwrite(at: offset / 4_096 * 4_096, with: [UInt8](repeating: 0, count: 4_096))
        let files = [try library.bytes(), try library.bytes(of: "-wal")]
        let repair = try #require(try library.file.repairBlocking())
        #expect(try await library.content().toDos.suffix(10) == (61...70).map { "\($0) Logged \($0 - 60)" })
        #expect(try ["", "-wal"].map { try Data(contentsOf: URL(filePath: repair.damagedPath + $0)) } == files)
    }

    @Test("gives the changes after a damaged one, which SQLite ignores")
    func readsBeyondDamagedFrame() async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        let offset = try #require(try library.offset(of: "Logged 3", in: "-wal"))
        try library.overwrite(at: offset, with: [0x55], in: "-wal")
        #expect(try await library.file.check().contains(.log))
        _ = try #require(try library.file.repairBlocking())
        let toDos = try await library.content().toDos
        #expect(toDos.suffix(6) == (65...70).map { "\($0) Logged \($0 - 60)" })
    }

    @Test("gives its changes in spite of a damaged header", arguments: [0, 9, 17, 25])
    func readsBehindDamagedHeader(offset: Int) async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        let byte = try library.bytes(of: "-wal")[offset]
        try library.overwrite(at: offset, with: [byte ^ 0x10], in: "-wal")
        #expect(try await library.file.check().contains(.log))
        _ = try #require(try library.file.repairBlocking())
        // Only the first frame cannot be verified without the header's checksum.
        #expect(try await library.content().toDos.suffix(9) == (62...70).map { "\($0) Logged \($0 - 60)" })
    }

    @Test("a transaction that was rolled back is not damage")
    func ignoresRolledBackTransaction() async throws {
        let library = try await DamagedLibrary { library in
            let writer = try DatabasePool(path: library.path)
            try await writer.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA cache_size = 5")
                try db.inTransaction {
                    try db.execute(sql: "UPDATE music SET genre = 'x'")
                    return .rollback
                }
                try db.execute(sql: "UPDATE source SET rejected = 0")
            }
        }
        #expect(try await library.file.check().isEmpty)
    }

    @Test("of a file that was emptied gives its changes")
    func readsLogOfEmptyFile() async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        try library.truncate(to: 0)
        #expect(try await library.file.check() == [.file])
        let repair = try #require(try await library.file.repair())
        #expect(repair.count(of: .toDos).read > 0)
    }

    @Test("a transaction that was not complete is not damage")
    func ignoresIncompleteTransaction() async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        let log = try library.bytes(of: "-wal")
        try log.dropLast(100).write(to: URL(filePath: library.path + "-wal"))
        #expect(try await library.file.check().isEmpty)
    }

    @Test("of another library is not used")
    func ignoresForeignLog() async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        let other = try await DamagedLibrary(songs: DamagedLibrary.songs.prefix(1_700)) { library in
            try await SQLiteToDoRepository(library: library).add(titles: (1...400).map { "Foreign \($0)" })
            let music = SQLiteMusicRepository(library: library, now: { Date() })
            for song in try await music.all().suffix(300) { _ = try await music.setBookmark(true, of: song.id) }
        }
        try other.bytes(of: "-wal").write(to: URL(filePath: library.path + "-wal"))
        let findings = try await library.file.check()
        #expect(findings == [.foreignLog])
        _ = try #require(try library.file.repairBlocking())
        #expect(try await library.content() == before)
        #expect(try await library.file.check().isEmpty)
    }
}
