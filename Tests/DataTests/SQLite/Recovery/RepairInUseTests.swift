import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Synchronization
import Testing

@Suite("A repair of a library that other programs use")
struct RepairInUseTests {
    /// What makes the library damaged: SQLite can open it, or it cannot recognize it any more.
    enum Damage: CaseIterable {
        case page, header
    }

    private let library: DamagedLibrary

    init() async throws {
        library = try await DamagedLibrary(first: 300)
    }

    private func damage(_ damage: Damage = .page) throws {
        let offset =
            switch damage {
            case .page: try #require(try library.offset(of: "Song number 250")) / 4_096 * 4_096
            case .header: 0
            }
        try overwriteBytes(of: library.path, at: offset, count: 40)
    }

    private func expectToDos(_ titles: String...) async throws {
        let stored = try await SQLiteToDoRepository(library: SQLiteLibrary(path: library.path)).all()
        #expect(Set(stored.map(\.item.title)).isSuperset(of: titles))
    }

    @Test("programs that have it open read and change the repaired library", arguments: Damage.allCases)
    func openLibraryFollowsRepair(damage kind: Damage) async throws {
        let replacements = Atomic(0)
        let open = try SQLiteLibrary(path: library.path, replaced: { replacements.add(1, ordering: .relaxed) })
        let toDos = SQLiteToDoRepository(library: open)
        try await toDos.add(titles: ["Before"])
        try damage(kind)
        _ = try #require(try library.file.repairBlocking())
        #expect(try await SQLiteSourceRepository(library: open).sources().count == 1)
        #expect(replacements.load(ordering: .relaxed) == 1)
        try await toDos.add(titles: ["After"])
        try await expectToDos("Before", "After")
        #expect(replacements.load(ordering: .relaxed) == 1)
    }

    @Test("changes during a repair wait and are made in the repaired library")
    func changesWaitForRepair() async throws {
        let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: library.path))
        try damage()
        let file = library.file
        let repair = Task.detached { try file.repairBlocking() }
        for number in 1...50 { try await toDos.add(titles: ["During \(number)"]) }
        _ = try #require(try await repair.value)
        try await expectToDos("During 1", "During 50")
    }

    @Test("of two repairs at once, the second leaves the repaired library alone", arguments: Damage.allCases)
    func repairsOnce(damage kind: Damage) async throws {
        try damage(kind)
        let file = library.file
        async let first = file.repair()
        async let second = file.repair()
        #expect(try await [first, second].count { $0 != nil } == 1)
    }

    @Test("a first change after a repair is made in the repaired library")
    func firstAccessIsChange() async throws {
        let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: library.path))
        try await toDos.add(titles: ["Before"])
        try damage()
        _ = try #require(try library.file.repairBlocking())
        try await toDos.add(titles: ["After"])
        try await expectToDos("Before", "After")
    }

    @Test("a program that has the damaged file open leaves the repaired one's log alone")
    func closingDamagedFileKeepsLog() async throws {
        var old: SQLiteLibrary? = try SQLiteLibrary(path: library.path)
        try await SQLiteToDoRepository(library: #require(old)).add(titles: ["Before"])
        try damage()
        _ = try #require(try library.file.repairBlocking())
        let new = try SQLiteLibrary(path: library.path)
        try await SQLiteToDoRepository(library: new).add(titles: ["After"])
        old = nil
        try await SQLiteToDoRepository(library: new).add(titles: ["Later"])
        try await expectToDos("Before", "After", "Later")
    }

    @Test("an open that fails while a repair replaces the file opens the repaired library")
    func opensRepairedLibraryAfterFailure() async throws {
        try damage(.header)
        let file = library.file
        let isFirst = Atomic(true)
        let repairs = Atomic(0)
        let probe = ConnectionProbe(
            library.path,
            opened: {
                // The open has the damaged file now, and has not read its header yet.
                guard isFirst.exchange(false, ordering: .relaxed) else { return }
                if (try? file.repairBlocking()) != nil { repairs.add(1, ordering: .relaxed) }
            })
        let open = try SQLiteLibrary(path: library.path)
        withExtendedLifetime(probe) {}
        #expect(repairs.load(ordering: .relaxed) == 1)
        #expect(try await SQLiteSourceRepository(library: open).sources().count == 1)
        try await SQLiteToDoRepository(library: open).add(titles: ["After"])
        try await expectToDos("After")
    }

    @Test("an open reports a damaged file that another one replaces at each attempt")
    func reportsRepeatedReplacement() throws {
        try damage(.header)
        let (path, copy) = (library.path, library.path + ".copy")
        let probe = ConnectionProbe(
            path,
            opened: {
                try? FileManager.default.copyItem(atPath: path, toPath: copy)  // without a copy, the test fails
                rename(copy, path)
            })
        #expect(throws: LibraryError.replaced(path: path)) { try SQLiteLibrary(path: path) }
        withExtendedLifetime(probe) {}
    }

    @Test("waits for another program's change", arguments: Damage.allCases)
    func waitsForChange(damage kind: Damage) async throws {
        try await SQLiteToDoRepository(library: SQLiteLibrary(path: library.path)).add(titles: ["Before"])
        let transaction = try OpenTransaction(path: library.path)
        try damage(kind)
        let bytes = try library.bytes()
        let impatient = SQLiteLibraryFile(path: library.path, patience: .zero, now: { Date() })
        #expect(throws: LibraryError.busy(path: library.path)) { try impatient.repairBlocking() }
        #expect(try library.bytes() == bytes)
        try transaction.end()
        _ = try #require(try impatient.repairBlocking())
    }

    @Test("changes complete an interrupted repair and are made in the new library")
    func completesRepairBeforeChange() async throws {
        let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: library.path))
        try await toDos.add(titles: ["Before"])
        try FileManager.default.copyItem(
            atPath: checkpointedPath(), toPath: library.path + ".repaired")
        try await toDos.add(titles: ["After"])
        #expect(!FileManager.default.fileExists(atPath: library.path + ".repaired"))
        try await expectToDos("Before", "After")
    }

    private func checkpointedPath() throws -> String {
        try checkpoint(library.path)
        return library.path
    }

    @Test("a sync that began before ends with an error")
    func endsSync() async throws {
        let open = try SQLiteLibrary(path: library.path)
        let music = SQLiteMusicRepository(library: open, now: { Date() })
        let session = try await music.beginSync(over: "radio")
        try await session.apply(RemoteBatch())
        try damage()
        _ = try #require(try library.file.repairBlocking())
        _ = try await music.count(MusicQuery())  // opens the repaired library
        await #expect(throws: LibraryError.replaced(path: library.path)) {
            try await session.finish(.complete(revision: nil))
        }
        #expect(try await music.count(MusicQuery()) > 250)
    }

    @Test("observers report a new version")
    func observersFollow() async throws {
        let open = try SQLiteLibrary(path: library.path)
        let observer = SQLiteLibraryChangeObserver(library: open, clock: ContinuousClock())
        let version = try observer.version()
        try damage()
        _ = try #require(try library.file.repairBlocking())
        #expect(try observer.version() != version)
    }

    @Test("checks find nothing in an intact library that changes meanwhile")
    func checksChangingLibrary() async throws {
        let path = library.path
        try await SQLiteToDoRepository(library: SQLiteLibrary(path: path)).add(titles: ["Before"])
        let writer = try DatabaseQueue(path: path, configuration: .patient)
        let writing = Task.detached {
            // Each restart overwrites the log from its start.
            while !Task.isCancelled {
                for _ in 1...20 { try change(path, "UPDATE todo SET title = title") }
                try await writer.writeWithoutTransaction { _ = try $0.checkpoint(.restart) }
            }
        }
        for _ in 1...15 {
            let findings = try await library.file.check()
            #expect(findings.isEmpty)
        }
        writing.cancel()
        _ = await writing.result
    }
}
