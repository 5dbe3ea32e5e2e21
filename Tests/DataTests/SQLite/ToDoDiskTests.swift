import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite(
    "To-dos on a disk that is full or read-only",
    .enabled("a disk that is soon full has to be mounted, which takes the rights of root") {
        await LimitedDisk.isPossible()
    })
struct ToDoDiskTests {
    private static let long = String(repeating: "la ", count: 1_000)

    @Test("a full disk rejects the complete change and keeps the list")
    func fullDiskRejectsChange() async throws {
        try await LimitedDisk.with(kibibytes: 4_096) { disk in
            let path = disk.path + "/library.sqlite"
            let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            try await toDos.add(titles: (1...2_000).map(String.init))
            let before = try await toDos.all()
            let full = LibraryError.cannotWrite(path: path, .full)
            await #expect(throws: full) {
                try await toDos.add(
                    (1...3_000).map { ToDoEntry(item: ToDoItem(title: "\($0)", description: Self.long)) })
            }
            #expect(try await toDos.all() == before)
            try disk.fill()
            await #expect(throws: full) {
                while true { try await toDos.add(ToDoItem(title: UUID().uuidString, description: Self.long)) }
            }
            let stored = try await toDos.all()
            #expect(Array(stored.prefix(2_000)) == before)
            await #expect(throws: full) { try await toDos.remove(stored.map(\.number)) }
            await #expect(throws: full) { try await toDos.setDone(true, of: stored.map(\.number)) }
            #expect(try await toDos.all() == stored)
            try disk.removeFiller()
            try disk.remount("size=64m")
            let again = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            #expect(try await again.all() == stored)
            let next = (stored.map(\.number).max() ?? 0) + 1
            #expect(try await again.add(titles: ["d"]).map(\.toDo.number) == [next])
        }
    }

    @Test("a read-only disk allows reading and rejects changes")
    func readOnlyDiskRejectsChange() async throws {
        try await LimitedDisk.with(kibibytes: 4_096) { disk in
            let path = disk.path + "/library.sqlite"
            let stored = try await fill(path)
            try disk.remount("ro")
            let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            #expect(try await toDos.all() == stored)
            #expect(try await toDos.all(.done, allowing: .cleanOnly).isEmpty)
            #expect(try await toDos.count(.toDo) == 1)
            #expect(try await toDos.toDo(1, allowing: .all) == stored.last)
            let refused = LibraryError.cannotWrite(path: path, .readOnlyFolder)
            await #expect(throws: refused) { try await toDos.add(titles: ["c"]) }
            await #expect(throws: refused) { try await toDos.setDone(false, of: [1]) }
            await #expect(throws: refused) { try await toDos.remove([1]) }
            #expect(try await toDos.all() == stored)
        }
    }

    /// Copies a library to a path. No file is open there, so the disk can be made read-only.
    private func fill(_ path: String) async throws -> [ToDo] {
        let original = try TemporaryFolder().path("library.sqlite")
        let library = try SQLiteLibrary(path: original)
        let toDos = SQLiteToDoRepository(library: library)
        try await toDos.add(ToDoItem(title: "a", subject: .music(MusicID(7))), ToDoItem(title: "b"))
        try await toDos.setDone(true, of: [1])
        try checkpoint(original)
        try FileManager.default.copyItem(atPath: original, toPath: path)
        return try await toDos.all()
    }
}
