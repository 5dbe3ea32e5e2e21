import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Synchronization
import TestServer
import TestTraits
import Testing

@Suite("Backups of a library file")
struct SQLiteBackupRepositoryTests {
    @Test("hold one state while another connection writes")
    func holdsOneState() async throws {
        let subject = try await BackedUpLibrary()
        let changes = Atomic(0)
        let writer = Task {
            var isBookmarked = false
            while !Task.isCancelled {
                isBookmarked.toggle()
                let value = isBookmarked ? 1 : 0
                try change(
                    subject.path, "UPDATE music SET bookmarked = \(value), popularity = \(value) WHERE row IN (1, 2)")
                changes.add(1, ordering: .relaxed)
            }
        }
        try await waitUntil { changes.load(ordering: .relaxed) > 0 }
        let before = changes.load(ordering: .relaxed)
        for _ in 1...20 {
            try await subject.backUp(to: "backup", replacing: true)
            #expect(try subject.integrity(of: "backup") == ["ok"])
            let states = try await DatabaseQueue(path: subject.folder.path("backup")).read {
                try Int.fetchOne(
                    $0, sql: "SELECT count(DISTINCT bookmarked) FROM music WHERE row IN (1, 2)")
            }
            #expect(states == 1)
        }
        let after = changes.load(ordering: .relaxed)
        #expect(after > before)
        writer.cancel()
        try await writer.value
    }

    @Test("have the latest state while a reader holds an earlier one")
    func readsPastOldReader() async throws {
        let subject = try await BackedUpLibrary()
        let reader = try DatabaseQueue(path: subject.path, configuration: unsafe)
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM music")
        }
        try change(subject.path, "UPDATE music SET title = 'New' WHERE title = 'Changes'")
        try await subject.backUp(to: "backup")
        try await reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(try subject.integrity(of: "backup") == ["ok"])
        #expect(try await subject.titles(in: "backup").contains("New"))
        #expect(try subject.names() == ["backup", "library.sqlite"])
    }

    @Test("complete a repair that was interrupted, and have the repaired library")
    func completesInterruptedRepair() async throws {
        let subject = try await BackedUpLibrary()
        let titles = try await subject.titles()
        try await subject.backUp(to: "repaired")
        try FileManager.default.moveItem(
            atPath: subject.folder.path("repaired"), toPath: subject.path + ".repaired")
        try subject.overwrite("library.sqlite", at: 0, count: 4_096)
        try await subject.backUp(to: "backup")
        #expect(try await subject.titles(in: "backup") == titles)
        #expect(try !subject.names().contains("library.sqlite.repaired"))
    }

    @Test("of a library in use are one file that only its owner can read")
    func isOnePrivateFile() async throws {
        let subject = try await BackedUpLibrary()
        try FileManager.default.createDirectory(atPath: subject.folder.path("disk"), withIntermediateDirectories: true)
        try await subject.backUp(to: "disk/backup")
        let names = try FileManager.default.contentsOfDirectory(atPath: subject.folder.path("disk"))
        #expect(names == ["backup"])
        #expect(try posixMode(of: subject.folder.path("disk/backup")) == 0o600)
        #expect(try await subject.titles(in: "disk/backup") == subject.titles())
    }

    @Test("remove files of killed backups, but none in use")
    func removesLeftovers() async throws {
        let subject = try await BackedUpLibrary()
        for name in [".backup.part", ".backup.part-2", ".backup.part-wal"] {
            try Data("half".utf8).write(to: URL(filePath: subject.folder.path(name)))
        }
        #expect(link(subject.folder.path(".backup.part"), subject.folder.path("complete")) == 0)
        let other = open(subject.folder.path(".backup.part-3"), O_RDWR | O_CREAT, 0o600)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
        try await subject.backUp(to: "backup")
        #expect(try subject.names() == [".backup.part-3", "backup", "complete", "library.sqlite"])
    }

    @Test("replace a link, and not the file to which it leads", arguments: ["disk/other", "missing", "link"])
    func replacesLink(target: String) async throws {
        let subject = try await BackedUpLibrary()
        #expect(mkdir(subject.folder.path("disk"), 0o700) == 0)
        let other = subject.folder.path("disk/other")
        try Data("other".utf8).write(to: URL(filePath: other))
        #expect(symlink(target, subject.folder.path("link")) == 0)
        try await subject.backUp(to: "link", replacing: true)
        #expect(try await subject.titles(in: "link") == subject.titles())
        #expect(try Data(contentsOf: URL(filePath: other)) == Data("other".utf8))
        #expect(try subject.names() == ["disk", "library.sqlite", "link"])
        #expect(throws: CocoaError.self) {
            try FileManager.default.destinationOfSymbolicLink(atPath: subject.folder.path("link"))
        }
    }

    @Test("refuse the library itself, by any name")
    func refusesLibrary() async throws {
        let subject = try await BackedUpLibrary()
        let before = try subject.bytes("library.sqlite")
        #expect(symlink("library.sqlite", subject.folder.path("link")) == 0)
        #expect(link(subject.path, subject.folder.path("hard")) == 0)
        #expect(symlink(".", subject.folder.path("here")) == 0)
        for name in ["library.sqlite", "link", "hard", "here/library.sqlite", "library.sqlite-journal", "here/link"] {
            await #expect(throws: BackupError.cannotWrite(path: subject.folder.path(name), .isLibrary), "\(name)") {
                try await subject.backUp(to: name, replacing: true)
            }
        }
        #expect(try subject.bytes("library.sqlite") == before)
    }

    @Test("refuse everything but a new file, or a file that may be replaced")
    func refusesOtherTargets() async throws {
        let subject = try await BackedUpLibrary()
        let folder = subject.folder
        #expect(mkfifo(folder.path("fifo"), 0o600) == 0)
        #expect(mkdir(folder.path("folder"), 0o700) == 0)
        #expect(symlink("loop", folder.path("loop")) == 0)
        #expect(symlink("folder", folder.path("link")) == 0)
        #expect(symlink("elsewhere", folder.path("dangling")) == 0)
        try Data("a".utf8).write(to: URL(filePath: folder.path("file")))
        try Data("log".utf8).write(to: URL(filePath: folder.path("lonely-wal")))
        let failures: [(String, Bool, StorageFailure)] = [
            ("fifo", true, .unsupported), ("folder", true, .isFolder), ("link", true, .isFolder),
            ("file", false, .exists), ("dangling", false, .exists), ("loop", false, .exists),
            ("none/file", false, .folderMissing),
            ("file/file", false, .notAFolder),
        ]
        for (name, replacing, failure) in failures {
            await #expect(throws: BackupError.cannotWrite(path: folder.path(name), failure), "\(name)") {
                try await subject.backUp(to: name, replacing: replacing)
            }
        }
        await #expect(throws: BackupError.cannotWrite(path: folder.path("lonely-wal"), .exists)) {
            try await subject.backUp(to: "lonely")
        }
        for path in [TestDevice.path(in: folder.url), "/dev/stdout"] {
            await #expect(throws: BackupError.cannotWrite(path: path, .unsupported)) {
                for try await _ in subject.backups.backUp(to: path, replacing: true) {}
            }
        }
        try await subject.backUp(to: "lonely", replacing: true)
        try await subject.backUp(to: "file", replacing: true)
        #expect(try await subject.titles(in: "lonely") == subject.titles(in: "file"))
    }

    @Test("of a missing library report that, and create none")
    func reportsMissingLibrary() async throws {
        let folder = try TemporaryFolder()
        let backups = SQLiteBackupRepository(path: folder.path("none"), patience: .zero, now: { Date() })
        await #expect(throws: LibraryError.cannotOpen(path: folder.path("none"), .missing)) {
            for try await _ in backups.backUp(to: folder.path("backup"), replacing: false) {}
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("refuse a library with any overwritten page of a table or an index", arguments: [0, 0x55])
    func refusesOverwrittenPages(byte: UInt8) async throws {
        let subject = try await BackedUpLibrary(
            songs: (1...300).map { RemoteMusic(key: "\($0)", title: "Song \($0)", artist: "Artist \($0)") })
        try await subject.backUp(to: "intact")
        let intact = try subject.bytes("intact")
        let path = subject.folder.path("damaged")
        let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
        let trees = (1..<intact.count / 4_096).filter { [2, 5, 10, 13].contains(intact[$0 * 4_096]) }
        #expect(trees.count > 30)
        for page in trees {
            var bytes = intact
            bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(repeating: byte, count: 4_096))
            try bytes.write(to: URL(filePath: path))
            await #expect(throws: BackupError.damagedLibrary(path: path), "page \(page + 1)") {
                for try await _ in backups.backUp(to: subject.folder.path("backup"), replacing: false) {}
            }
            for ending in ["-wal", "-shm"] { unlink(path + ending) }
        }
        #expect(try subject.names() == ["damaged", "intact", "library.sqlite"])
    }

    @Test("refuse a library with one changed letter, which only a checksum shows")
    func refusesChangedLetter() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "intact")
        var bytes = try subject.bytes("intact")
        let place = try #require(bytes.range(of: Data("Bowie".utf8))).lowerBound
        bytes[place] ^= 1
        let path = subject.folder.path("damaged")
        try bytes.write(to: URL(filePath: path))
        await #expect(throws: BackupError.damagedLibrary(path: path)) {
            let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
            for try await _ in backups.backUp(to: subject.folder.path("backup"), replacing: false) {}
        }
        #expect(try subject.names() == ["damaged", "intact", "library.sqlite"])
    }

    @Test(
        "can be written from a full disk to another",
        .enabled("needs to mount a disk") { await LimitedDisk.isPossible() })
    func backsUpFromFullDisk() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "first")
        try await LimitedDisk.with(kibibytes: 1_024) { disk in
            let path = disk.path + "/library.sqlite"
            try FileManager.default.copyItem(atPath: subject.folder.path("first"), toPath: path)
            try disk.fill()
            let backups = SQLiteBackupRepository(path: path, patience: .seconds(1), now: { Date() })
            for try await _ in backups.backUp(to: subject.folder.path("second"), replacing: false) {}
        }
        #expect(try subject.bytes("second") == subject.bytes("first"))
    }

    @Test("on a full disk leave nothing behind", .enabled("needs to mount a disk") { await LimitedDisk.isPossible() })
    func leavesNothingOnFullDisk() async throws {
        let subject = try await BackedUpLibrary()
        try await LimitedDisk.with(kibibytes: 64) { disk in
            let file = disk.path + "/backup"
            await #expect(throws: BackupError.cannotWrite(path: file, .full)) {
                for try await _ in subject.backups.backUp(to: file, replacing: false) {}
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
            #expect(names.isEmpty)
        }
    }

    private var unsafe: Configuration {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return configuration
    }
}
