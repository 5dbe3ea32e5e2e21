import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Observing a library file")
struct SQLiteLibraryChangeObserverTests {
    private let folder: TemporaryFolder
    private let path: String
    private let time = TestTime()

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.path("library.sqlite")
        let library = try SQLiteLibrary(path: path)
        let (music, sources) = (repository(library), SQLiteSourceRepository(library: library))
        try await LibrarySeed([RemoteMusic(key: "1", title: "Changes")]).fill(music, sources, time: time)
    }

    @Test("returns a new version after each change only")
    func reportsOwnChanges() async throws {
        let library = try SQLiteLibrary(path: path)
        let observer = SQLiteLibraryChangeObserver(library: library, clock: ContinuousClock())
        let first = try observer.version()
        #expect(try observer.version() == first)
        let song = try #require(try await repository(library).all().first)
        #expect(try observer.version() == first)
        _ = try await repository(library).setBookmark(true, of: song.id)
        #expect(try observer.version() != first)
    }

    @Test("reports changes of another program")
    func reportsForeignChanges() async throws {
        let observer = SQLiteLibraryChangeObserver(library: try SQLiteLibrary(path: path), clock: ContinuousClock())
        var versions = observer.versions().makeAsyncIterator()
        let first = try #require(try await versions.next())
        _ = try await SQLiteToDoRepository(library: SQLiteLibrary(path: path))
            .add([ToDoEntry(item: ToDoItem(title: "Carols"))])
        #expect(try await versions.next() != first)
    }

    @Test(
        "reports changes of another program to a read-only library",
        .enabled("to mount a disk takes the rights of root") { await LimitedDisk.isPossible() })
    func reportsForeignChangesIfReadOnly() async throws {
        try checkpoint(path)
        try await LimitedDisk.with(kibibytes: 8_192) { disk in
            let path = disk.path + "/library.sqlite"
            try FileManager.default.copyItem(atPath: self.path, toPath: path)
            try disk.remount("ro")
            let observer = SQLiteLibraryChangeObserver(library: try SQLiteLibrary(path: path), clock: ContinuousClock())
            let first = try observer.version()
            #expect(try observer.version() == first)
            try disk.remount("rw")
            let other = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            var versions = [first]
            for number in 1...8 {
                _ = try await other.add([ToDoEntry(item: ToDoItem(title: "Carol \(number)"))])
                versions.append(try observer.version())
            }
            #expect(Set(versions).count == 9)
            try FileManager.default.removeItem(atPath: path)
            let removed = LibraryError.cannotOpen(path: path, .removed)
            #expect(throws: removed) { try observer.version() }
        }
    }

    @Test("reports a lock at once, and fails after a few retries")
    func reportsLockAfterRetries() async throws {
        let clock = SleeplessClock()
        let observer = SQLiteLibraryChangeObserver(library: try SQLiteLibrary(path: path), clock: clock)
        _ = try observer.version()
        let busy = LibraryError.busy(path: path)
        try await WALRecoveryLock.withLock(on: path) {
            #expect(throws: busy) { try observer.version() }
            await #expect(throws: busy) { for try await _ in observer.versions() {} }
            #expect(clock.pauses.count == 5)
        }
        _ = try observer.version()
    }

    @Test("fails after the file was removed or replaced")
    func reportsRemovedFile() async throws {
        let observer = SQLiteLibraryChangeObserver(library: try SQLiteLibrary(path: path), clock: ContinuousClock())
        _ = try observer.version()
        let removed = LibraryError.cannotOpen(path: path, .removed)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        #expect(throws: removed) { try observer.version() }
        _ = try SQLiteLibrary(path: path)
        #expect(throws: removed) { try observer.version() }
        await #expect(throws: removed) { for try await _ in observer.versions() {} }
    }

    private func repository(_ library: SQLiteLibrary) -> SQLiteMusicRepository {
        SQLiteMusicRepository(library: library, now: { [time] in time.now })
    }
}
