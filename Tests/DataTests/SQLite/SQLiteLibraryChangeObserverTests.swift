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
        _ = try await TestLibrary([RemoteMusic(key: "1", title: "Changes")], path: path)
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

    @Test("reports that music begins at the stored position")
    func reportsSamePosition() async throws {
        let library = try SQLiteLibrary(path: path)
        let observer = SQLiteLibraryChangeObserver(library: library, clock: ContinuousClock())
        let (time, position) = (time, PlaybackPosition(entry: nil, elapsed: .seconds(3), volume: 40))
        let playback = SQLitePlaybackRepository(library: library, now: { time.now })
        try await playback.store(position)
        let first = try observer.version()
        time.advance(by: 0.01)
        try await playback.store(position)
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
            // JSON numbers are exact below this.
            #expect(versions.allSatisfy { (0..<1 << 53).contains($0) })
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

    @Test("retries again after the library was readable", .timeLimit(.minutes(3)))
    func retriesAgain() async throws {
        let clock = SteppedClock()
        let observer = SQLiteLibraryChangeObserver(library: try SQLiteLibrary(path: path), clock: clock)
        let reading = Task { for try await _ in observer.versions() {} }
        try await waitUntil { clock.pauses.count == 1 }
        try await WALRecoveryLock.withLock(on: path) {
            let stepping = Task { while !Task.isCancelled { await clock.step() } }
            await #expect(throws: LibraryError.busy(path: path)) { try await reading.value }
            stepping.cancel()
            #expect(clock.pauses.count == 6)
        }
    }

    @Test("returns only the latest version to a slow reader")
    func returnsLatestVersion() async throws {
        let clock = SteppedClock()
        let observer = SQLiteLibraryChangeObserver(library: try SQLiteLibrary(path: path), clock: clock)
        let versions = observer.versions()
        let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
        for number in 1...3 {
            try await waitUntil { clock.pauses.count == number }
            if number == 3 { break }
            try await toDos.add(titles: ["Carol \(number)"])
            await clock.step()
        }
        var iterator = versions.makeAsyncIterator()
        let latest = try observer.version()
        #expect(try await iterator.next() == latest)
    }

    @Test("fails while the file is missing, and then reports a version of the new file")
    func reportsRemovedFile() async throws {
        let observer = SQLiteLibraryChangeObserver(library: try SQLiteLibrary(path: path), clock: ContinuousClock())
        let version = try observer.version()
        let removed = LibraryError.cannotOpen(path: path, .removed)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        #expect(throws: removed) { try observer.version() }
        await #expect(throws: removed) { for try await _ in observer.versions() {} }
        _ = try SQLiteLibrary(path: path)
        #expect(try observer.version() != version)
    }

    @Test("emits a page after each of several changes", .deadline)
    func emitsPageAfterEachChange() async throws {
        let music = repository(try SQLiteLibrary(path: path))
        var pages = music.pages(of: MusicQuery()).makeAsyncIterator()
        let song = try #require(try await pages.next()?.music.first)
        for isBookmarked in [true, false, true, false] {
            try await music.setBookmark(isBookmarked, of: song.id)
            var page = try await pages.next()
            while let current = page, current.music.first?.isBookmarked != isBookmarked {
                page = try await pages.next()
            }
            #expect(page != nil)
        }
    }

    @Test("ends the pages with the error of a read", .deadline)
    func endsPagesWithError() async throws {
        let music = repository(try SQLiteLibrary(path: path))
        await #expect(throws: LibraryError.self) {
            for try await _ in music.pages(of: MusicQuery()) { try change(path, "DROP TABLE IF EXISTS download") }
        }
    }

    @Test("reports a library that was removed before the first version, and creates none")
    func reportsEarlyRemoval() throws {
        let observer = SQLiteLibraryChangeObserver(library: try SQLiteLibrary(path: path), clock: ContinuousClock())
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: LibraryError.cannotOpen(path: path, .removed)) { try observer.version() }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    private func repository(_ library: SQLiteLibrary) -> SQLiteMusicRepository {
        SQLiteMusicRepository(library: library, now: { [time] in time.now })
    }
}
