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

    @Test("gives its changes to a damaged file", arguments: [false, true])
    func readsLog(isFirstPageDamaged: Bool) async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        let offset = try #require(try library.offset(of: "Song number 300"))
        try library.overwrite(at: offset / 4_096 * 4_096, with: [UInt8](repeating: 0, count: 4_096))
        if isFirstPageDamaged { try library.overwrite(at: 100, with: [UInt8](repeating: 0x55, count: 3_996)) }
        let files = [try library.bytes(), try library.bytes(of: "-wal")]
        let repair = try #require(try library.file.repairBlocking())
        #expect(try await library.content().toDos.suffix(10) == (61...70).map { "\($0) Logged \($0 - 60)" })
        #expect(try ["", "-wal"].map { try Data(contentsOf: URL(filePath: repair.damagedPath + $0)) } == files)
    }

    @Test("gives its changes to a file that SQLite does not recognize")
    func readsLogOfUnrecognizableFile() async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 4_096))
        _ = try #require(try await library.file.repair())
        #expect(try await library.content().toDos.suffix(10) == (61...70).map { "\($0) Logged \($0 - 60)" })
    }

    @Test("without a transaction hides nothing in the file", arguments: [0, 31, 32, 1_000, 5_000])
    func ignoresLogWithoutTransaction(size: Int) async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        try Data(repeating: 0x55, count: size).write(to: URL(filePath: library.path + "-wal"))
        _ = try #require(try library.file.repairBlocking())
        #expect(try await library.content() == before)
    }

    @Test("hides the pages behind the end of a file that its changes shorten")
    func hidesPagesBehindEnd() async throws {
        let library = try await DamagedLibrary(first: 10) { library in
            try await SQLiteToDoRepository(library: library).add(titles: (1...400).map { "Removed \($0)" })
            try checkpoint(library.path)
            let queue = try DatabaseQueue(path: library.path, configuration: .patient)
            try await queue.writeWithoutTransaction { db in
                try db.execute(
                    sql: """
                        DELETE FROM todo WHERE title GLOB 'Removed*'; DELETE FROM undo; DELETE FROM playlist_entry;
                        VACUUM
                        """)
            }
            try queue.close()
            try await Self.addToDos(library)
        }
        let offset = try #require(try library.offset(of: "Logged 3", in: "-wal"))
        try library.overwrite(at: offset, with: [0x55], in: "-wal")
        _ = try #require(try library.file.repairBlocking())
        let toDos = try await library.content().toDos
        #expect(toDos.last?.hasSuffix("Logged 10") == true)
        #expect(toDos.allSatisfy { !$0.contains("Removed") })
    }

    @Test("is read as a computer with the other order of bytes writes it")
    func readsBigEndianLog() async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        try library.overwrite(at: 0, with: bigEndian([UInt8](try library.bytes(of: "-wal"))), in: "-wal")
        #expect(try await library.file.check().isEmpty)
    }

    @Test("may name a page that no file can have")
    func ignoresHugePageNumber() async throws {
        let library = try await DamagedLibrary(logged: Self.addToDos)
        var log = [UInt8](try library.bytes(of: "-wal"))
        // Frames of an earlier log have other salts.
        let salts = log[16..<24]
        let frames = stride(from: 32, through: log.count - 4_120, by: 4_120)
        let frame = try #require(frames.filter { log[$0 + 8..<$0 + 16].elementsEqual(salts) }.last)
        // The number of the page, and the number of pages of the file after the transaction.
        log.replaceSubrange(frame..<frame + 8, with: [UInt8](repeating: 0xFF, count: 8))
        try library.overwrite(at: 0, with: bigEndian(log), in: "-wal")
        let offset = try #require(try library.offset(of: "Song number 300"))
        try library.overwrite(at: offset / 4_096 * 4_096, with: [UInt8](repeating: 0, count: 4_096))
        _ = try #require(try library.file.repairBlocking())
        #expect(try await library.content().toDos.contains("69 Logged 9"))
        #expect(try await library.file.check().isEmpty)
    }

    /// Changes the checksums of a log to those of big-endian words.
    ///
    /// Source: https://www.sqlite.org/fileformat2.html#wal_file_format
    private func bigEndian(_ log: [UInt8]) -> [UInt8] {
        var (log, sum): ([UInt8], (UInt32, UInt32)) = (log, (0, 0))
        func add(_ range: Range<Int>) {
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                let words = [start, start + 4].map { log[$0..<$0 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
                sum.0 &+= words[0] &+ sum.1
                sum.1 &+= words[1] &+ sum.0
            }
        }
        func store(at offset: Int) {
            let shifts: [UInt32] = [24, 16, 8, 0]
            let bytes = [sum.0, sum.1].flatMap { word in shifts.map { UInt8(word >> $0 & 0xFF) } }
            log.replaceSubrange(offset..<offset + 8, with: bytes)
        }
        log[3] = 0x83
        add(0..<24)
        store(at: 24)
        // A frame is its header of 24 bytes and a page.
        for start in stride(from: 32, through: log.count - 4_120, by: 4_120) {
            add(start..<start + 8)
            add(start + 24..<start + 4_120)
            store(at: start + 16)
        }
        return log
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
        let other = try await DamagedLibrary(first: 500) { library in
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

    @Test("of a library of an earlier version is not used")
    func ignoresLogOfEarlierVersion() async throws {
        let (library, other) = (try await DamagedLibrary(), try await DamagedLibrary(first: 300))
        let before = try await library.content()
        let earlier = other.path + ".earlier"
        try FileManager.default.copyItem(atPath: other.path, toPath: earlier)
        let queue = try DatabaseQueue(path: earlier)
        try await queue.writeWithoutTransaction { db in
            // The log has the pages of the schema, so that SQLite reads the library as one of the earlier version.
            try db.execute(
                sql: """
                    PRAGMA journal_mode = WAL; PRAGMA user_version = 16;
                    PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql || ' ';
                    """)
        }
        try Data(contentsOf: URL(filePath: earlier + "-wal")).write(to: URL(filePath: library.path + "-wal"))
        try queue.close()  // moves the log into its own file
        #expect(try await library.file.check() == [.foreignLog])
        _ = try #require(try library.file.repairBlocking())
        #expect(try await library.content() == before)
        #expect(try await library.file.check().isEmpty)
    }
}
