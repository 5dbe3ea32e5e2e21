import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("A backup that is ready to be restored")
struct StagedBackupTests {
    @Test("has the time of the backup file's last change", arguments: [1_500_000_000, 1_500_000_000.5])
    func hasTimeOfBackup(seconds: Double) async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let time = Date(timeIntervalSince1970: seconds)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: subject.folder.path("backup"))
        let staged = try await subject.backups.stage(subject.folder.path("backup"))
        #expect(staged.backup.changed == time)
        await staged.discard()
    }

    @Test("does not count an empty log as a change of the library")
    func ignoresEmptyLog() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        try checkpoint(subject.path)
        let log = subject.path + "-wal"
        #expect(try Data(contentsOf: URL(filePath: log)).isEmpty)
        let times = [(subject.path, 1_500_000_000.0), (log, 1_600_000_000)]
        for (path, seconds) in times {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
        }
        let staged = try await subject.backups.stage(subject.folder.path("backup"))
        #expect(try present(staged).changed == Date(timeIntervalSince1970: 1_500_000_000))
        await staged.discard()
    }

    @Test("has checksums even if it had a log and none before")
    func addsChecksums() async throws {
        let subject = try await BackedUpLibrary()
        let path = subject.folder.path("old")
        try LibraryWithoutChecksums.make(at: path, from: subject.path)
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
        // The number of reserved bytes on each page.
        #expect(try subject.bytes("old")[20] == 0)
        _ = try await subject.restore("old")
        #expect(try subject.bytes("library.sqlite")[20] == 8)
        #expect(try await subject.titles().count == SampleMusic.all.count)
    }

    @Test("ignores an incomplete log, and is removed if its log cannot be copied")
    func copiesLog() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        try Data([0x37]).write(to: URL(filePath: subject.folder.path("backup-wal")))
        let obstacle = subject.folder.path(".library.sqlite.part-wal")
        #expect(mkdir(obstacle, 0o700) == 0)
        await #expect(throws: LibraryError.cannotWrite(path: subject.path, .nameInUse)) {
            _ = try await subject.restore("backup")
        }
        #expect(try subject.names() == ["backup", "library.sqlite"])
        #expect(rmdir(obstacle) == 0)
        let titles = try await subject.titles()
        _ = try await subject.restore("backup")
        #expect(try await subject.titles() == titles)
    }

    @Test("needs the folder of the library")
    func needsFolder() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let path = subject.folder.path("none/library.sqlite")
        let backups = SQLiteBackupRepository(path: path, patience: .zero, now: { Date() })
        await #expect(throws: LibraryError.cannotWrite(path: path, .folderMissing)) {
            _ = try await backups.stage(subject.folder.path("backup"))
        }
    }

    private func present(_ staged: any StagedLibrary) throws -> LibrarySummary {
        guard case .readable(let present) = staged.present else { throw LibraryError.damaged(path: "") }
        return present
    }
}
