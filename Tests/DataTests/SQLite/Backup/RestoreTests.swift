import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import TestServer
import Testing

@Suite("Restoring a library file")
struct RestoreTests {
    @Test("leaves out waiting plays, which their server may have received since")
    func leavesOutWaitingPlays() async throws {
        let library = try await StarredLibrary()
        try await library.play("a")
        let time = library.time
        let backups = SQLiteBackupRepository(path: library.path, patience: .seconds(60), now: { time.now })
        let backup = library.path + ".backup"
        for try await _ in backups.backUp(to: backup, replacing: false) {}
        _ = try await backups.stage(backup).restore()
        let restored = try StarredLibrary(path: library.path)
        #expect(try await restored.scrobbles.waiting().isEmpty)
        #expect(try await restored.music.results(of: MusicQuery(order: .plays)).first?.plays == 1)
    }

    @Test("open libraries read the restored content, and what they write then is stored")
    func openLibrariesReadRestoredContent() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let observer = SQLiteLibraryChangeObserver(library: subject.library, clock: ContinuousClock())
        let version = try observer.version()
        let song = try #require(try await subject.music.all().first)
        _ = try await subject.music.setBookmark(true, of: song.id)
        let restored = try await subject.restore("backup")
        #expect(try await subject.music.count(MusicQuery(bookmarkedOnly: true)) == 0)
        #expect(try observer.version() != version)
        #expect(try await subject.music.results(of: MusicQuery(text: "changes")).count == 1)
        _ = try await subject.music.setBookmark(true, of: song.id)
        #expect(try await subject.titles(bookmarked: true) == [song.title])
        let replaced = try #require(restored.replacedPath)
        #expect(replaced.hasPrefix(subject.path + ".replaced-2023"))
        #expect(
            try await SQLiteMusicRepository(library: SQLiteLibrary(path: replaced), now: { Date() })
                .count(MusicQuery(bookmarkedOnly: true)) == 1)
        #expect(try subject.integrity(of: "library.sqlite") == ["ok"])
    }

    @Test("reports what both libraries contain, before it changes anything")
    func reportsBothLibraries() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        _ = try await subject.music.setBookmark(true, of: try #require(try await subject.music.all().first).id)
        let staged = try await subject.backups.stage(subject.folder.path("backup"))
        let count = SampleMusic.all.count
        #expect(staged.backup.counts == .init(songs: count, bookmarks: 0, playlists: 0, toDos: 0))
        guard case .readable(let present) = staged.present else {
            Issue.record("The library is not readable.")
            return
        }
        #expect(present.counts == .init(songs: count, bookmarks: 1, playlists: 0, toDos: 0))
        #expect(present.changed >= staged.backup.changed)
        let times = try ["library.sqlite", "library.sqlite-wal"].map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: subject.folder.path(name))
            return try #require(attributes[.modificationDate] as? Date)
        }
        #expect(abs(try #require(times.max()).timeIntervalSince(present.changed)) < 0.001)
        await staged.discard()
        #expect(try subject.names() == ["backup", "library.sqlite"])
    }

    @Test("names a log of the backup that cannot be read")
    func reportsUnreadableLog() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let log = subject.folder.path("backup-wal")
        #expect(mkdir(log, 0o700) == 0)
        await #expect(throws: BackupError.cannotRead(path: log, .isFolder)) {
            try await subject.backups.stage(subject.folder.path("backup"))
        }
    }

    @Test("refuses a backup with a damaged page, such as one of its structure, as damaged")
    func refusesDamagedPages() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let (backup, damaged) = (subject.folder.path("backup"), subject.folder.path("damaged"))
        let pages = try subject.bytes("backup").count / 4_096
        var refused = 0
        for page in 0..<pages {
            try FileManager.default.copyItem(atPath: backup, toPath: damaged)
            try subject.overwrite("damaged", at: page * 4_096 + 2_000, count: 300)
            do {
                try await subject.backups.stage(damaged).discard()
            } catch BackupError.damaged(let path) {
                #expect(path == damaged)
                refused += 1
            }
            try FileManager.default.removeItem(atPath: damaged)
        }
        // Only a page that is not used may differ.
        #expect(refused >= pages - 1)
    }

    @Test("works without a library")
    func restoresMissingLibrary() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let path = subject.folder.path("new.sqlite")
        let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
        let staged = try await backups.stage(subject.folder.path("backup"))
        #expect(staged.present == .missing)
        #expect(try await staged.restore() == RestoredLibrary(replacedPath: nil))
        #expect(try await subject.titles(in: "new.sqlite") == subject.titles())
        #expect(try subject.names() == ["backup", "library.sqlite", "new.sqlite"])
    }

    @Test("works over a library without a log, such as a repaired one")
    func restoresOverLibraryWithoutLog() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let path = subject.folder.path("repaired")
        try await DatabaseQueue(path: subject.folder.path("backup")).writeWithoutTransaction {
            try $0.execute(sql: "VACUUM INTO ?", arguments: [path])
        }
        let backups = SQLiteBackupRepository(path: path, patience: .milliseconds(100), now: { Date() })
        let restored = try await backups.stage(subject.folder.path("backup")).restore()
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        #expect(try await subject.titles(in: "repaired") == subject.titles())
        #expect(try subject.integrity(of: URL(filePath: restored.replacedPath ?? "").lastPathComponent) == ["ok"])
    }

    @Test("works over a damaged library, which stays beside it", arguments: [0, 60, 100, 4_096, 40_000])
    func restoresDamagedLibrary(offset: Int) async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        try FileManager.default.copyItem(
            atPath: subject.folder.path("backup"), toPath: subject.folder.path("damaged"))
        try subject.overwrite("damaged", at: offset, count: 3_000)
        let damaged = try subject.bytes("damaged")
        let path = subject.folder.path("damaged")
        let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
        let restored = try await backups.stage(subject.folder.path("backup")).restore()
        #expect(try subject.integrity(of: "damaged") == ["ok"])
        #expect(try await subject.titles(in: "damaged") == subject.titles())
        let replaced = try #require(restored.replacedPath)
        #expect(try Data(contentsOf: URL(filePath: replaced)) == damaged)
    }

    @Test("restores a backup whose latest changes are in its log")
    func restoresBackupWithLog() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let open = try DatabasePool(path: subject.folder.path("backup"))
        try await open.write { try $0.execute(sql: "UPDATE music SET title = 'Late' WHERE title = 'Changes'") }
        _ = try await subject.restore("backup")
        #expect(try await subject.titles().contains("Late"))
        try open.close()
    }

    @Test("restores a backup that a link leads to, with the log beside it")
    func restoresLinkedBackup() async throws {
        let subject = try await BackedUpLibrary()
        let target = subject.folder.path("disk")
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        try await subject.backUp(to: "disk/backup")
        let open = try DatabasePool(path: target + "/backup")
        try await open.write { try $0.execute(sql: "UPDATE music SET title = 'Late' WHERE title = 'Changes'") }
        #expect(symlink("disk/backup", subject.folder.path("link")) == 0)
        _ = try await subject.restore("link")
        #expect(try await subject.titles().contains("Late"))
        try open.close()
    }

    @Test("restores a backup with pages of another size")
    func restoresOtherPageSize() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let queue = try DatabaseQueue(path: subject.folder.path("backup"))
        try await queue.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM")
        }
        try queue.close()
        _ = try await subject.restore("backup")
        #expect(try await subject.titles().count == SampleMusic.all.count)
        #expect(try subject.integrity(of: "library.sqlite") == ["ok"])
    }

    @Test("refuses files that are not complete libraries, and changes nothing")
    func refusesOtherFiles() async throws {
        let subject = try await BackedUpLibrary(
            songs: (1...500).map { RemoteMusic(key: "\($0)", title: "Song \($0)", artist: "Artist") })
        let folder = subject.folder
        for name in ["torn", "newer", "index"] { try await subject.backUp(to: name) }
        try subject.overwrite("torn", at: 30_000, count: 8_000)
        try change(folder.path("newer"), "PRAGMA user_version = 99")
        try change(folder.path("index"), "UPDATE music_search_data SET block = zeroblob(length(block)) WHERE id > 10")
        try change(folder.path("other"), "CREATE TABLE other(a)")
        for name in ["newer", "index", "other"] { try checkpoint(folder.path(name)) }
        try Data("text that is no library".utf8).write(to: URL(filePath: folder.path("text")))
        try Data().write(to: URL(filePath: folder.path("empty")))
        #expect(mkdir(folder.path("folder"), 0o700) == 0 && mkfifo(folder.path("fifo"), 0o600) == 0)
        let path = folder.path
        let failures: [(String, BackupError)] = [
            ("torn", .damaged(path: path("torn"))), ("newer", .newerVersion(path: path("newer"))),
            ("index", .damaged(path: path("index"))), ("other", .cannotRead(path: path("other"), .notALibrary)),
            ("text", .cannotRead(path: path("text"), .notALibrary)),
            ("empty", .cannotRead(path: path("empty"), .notALibrary)),
            ("folder", .cannotRead(path: path("folder"), .isFolder)),
            ("fifo", .cannotRead(path: path("fifo"), .unsupported)),
            ("none", .cannotRead(path: path("none"), .missing)),
            ("library.sqlite", .cannotRead(path: path("library.sqlite"), .isLibrary)),
        ]
        let (before, names) = (try await subject.titles(), try subject.names())
        for (name, failure) in failures {
            await #expect(throws: failure, "\(name)") { try await subject.restore(name) }
        }
        #expect(try await subject.titles() == before)
        #expect(try subject.names() == names)
    }

    @Test("refuses a pipe or a folder as the library, before it copies the backup")
    func refusesOtherLibraries() async throws {
        let subject = try await BackedUpLibrary()
        let folder = subject.folder
        try await subject.backUp(to: "backup")
        #expect(mkdir(folder.path("folder"), 0o700) == 0 && mkfifo(folder.path("fifo"), 0o600) == 0)
        for (name, failure) in [("folder", StorageFailure.isFolder), ("fifo", .unsupported)] {
            let path = folder.path(name)
            let backups = SQLiteBackupRepository(path: path, patience: .zero, now: { Date() })
            await #expect(throws: LibraryError.cannotOpen(path: path, failure), "\(name)") {
                _ = try await backups.stage(folder.path("backup"))
            }
        }
        #expect(try subject.names() == ["backup", "fifo", "folder", "library.sqlite"])
    }

    @Test("does not replace the library of a newer version")
    func refusesNewerLibrary() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        try change(subject.path, "PRAGMA user_version = 99")
        try checkpoint(subject.path)
        await #expect(throws: LibraryError.newerVersion(path: subject.path)) { try await subject.restore("backup") }
    }

    @Test("waits for a change by another program, and then throws without changing a file")
    func reportsBusyLibrary() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let other = try OpenTransaction(path: subject.path)
        let backups = SQLiteBackupRepository(path: subject.path, patience: .milliseconds(50), now: { Date() })
        await #expect(throws: LibraryError.busy(path: subject.path)) {
            try await backups.stage(subject.folder.path("backup")).restore()
        }
        try other.end()
        #expect(try subject.names() == ["backup", "library.sqlite"])
        _ = try await subject.restore("backup")
    }

    @Test("on a full disk keeps the library", .enabled("needs to mount a disk") { await LimitedDisk.isPossible() })
    func keepsLibraryOnFullDisk() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let size = try subject.bytes("backup").count
        // In turn, the copy, the replaced library, and the log of the change no longer fit.
        for space in [size / 2, size * 3 / 2, size * 5 / 2] {
            try await LimitedDisk.with(kibibytes: (size + space) / 1_024) { disk in
                let path = disk.path + "/library.sqlite"
                try FileManager.default.copyItem(atPath: subject.folder.path("backup"), toPath: path)
                let before = try Data(contentsOf: URL(filePath: path))
                let backups = SQLiteBackupRepository(path: path, patience: .seconds(60), now: { Date() })
                let failure = await #expect(throws: (any Error).self) {
                    try await backups.stage(subject.folder.path("backup")).restore()
                }
                #expect(failure as? LibraryError == .cannotWrite(path: path, .full), "\(space)")
                let after = try Data(contentsOf: URL(filePath: path))
                let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
                #expect(after == before && !names.contains { $0.hasPrefix(".") || $0.contains("replaced") })
                // The failed restore does not keep the library locked. A change needs space for its log.
                if space < size * 2 { return }
                let library = try SQLiteLibrary(path: path, patience: .zero)
                #expect(try await SQLiteToDoRepository(library: library).add(titles: ["After"]).count == 1)
            }
        }
    }
}
