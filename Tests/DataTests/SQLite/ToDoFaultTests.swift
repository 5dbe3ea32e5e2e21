import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("To-dos that two programs add at once")
struct SharedToDoTests {
    private static let items = (1...60).map { number in
        ToDoItem(
            title: "Item \(number)", location: Location(name: "Hall", coordinate: Coordinate(latitude: 1, longitude: 2))
        )
    }
    private let path: String

    init() throws {
        path = try TemporaryFolder().path("library.sqlite")
        _ = try SQLiteLibrary(path: path).path
    }

    @Test("none is lost or doubled, and each has a number of its own")
    func adding() async throws {
        let added = try await withThrowingTaskGroup(of: [ToDoAddition].self) { group in
            for part in 0..<4 {
                let toDos = try toDos()
                group.addTask {
                    var added: [ToDoAddition] = []
                    for number in 0..<50 {
                        added += try await toDos.add(titles: ["\(part) \(number)", "Same \(number)"])
                    }
                    return added
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let held = try await toDos().all()
        #expect(Set(held.map(\.item.title)) == Set(added.map(\.toDo.item.title)))
        #expect(held.count == 250 && added.count { $0.kind == .added } == 250)
        #expect(Set(held.map(\.number)).count == 250)
        #expect(added.allSatisfy { held.contains($0.toDo) })
        for part in 0..<4 {
            let own = held.map(\.item.title).filter { $0.hasPrefix("\(part) ") }
            #expect(own == (0..<50).map { "\(part) \($0)" })
        }
    }

    @Test("an item that both complete is completed once, and moves by both leave each in one section")
    func changing() async throws {
        let toDos = [try toDos(), try toDos()]
        try await toDos[0].add(items: Self.items.map(\.withoutCoordinate))
        let kinds = try await withThrowingTaskGroup(of: [ToDoAddition.Kind].self) { group in
            for (index, toDos) in toDos.enumerated() {
                group.addTask {
                    var kinds: [ToDoAddition.Kind] = []
                    for (number, item) in Self.items.enumerated() {
                        kinds += try await toDos.add(item).map(\.kind)
                        try await toDos.setDone(index == 0, of: [number + 1])
                    }
                    return kinds
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(kinds.count { $0 == .completed } == Self.items.count && kinds.count { $0 == .added } == 0)
        let held = try await toDos[1].all()
        #expect(held.sorted { $0.number < $1.number }.map(\.item) == Self.items)
        let counts = (try await toDos[0].count(.toDo), try await toDos[1].count(.done))
        #expect(counts.0 + counts.1 == Self.items.count)
    }

    private func toDos() throws -> SQLiteToDoRepository {
        SQLiteToDoRepository(library: try SQLiteLibrary(path: path, patience: .seconds(60)))
    }
}

@Suite(
    "To-dos on a disk that is full or read-only",
    .enabled("a disk that is soon full has to be mounted, which takes the rights of root") {
        await SmallDisk.isPossible()
    })
struct ToDoDiskTests {
    private static let long = String(repeating: "la ", count: 1_000)

    @Test("what does not go on the disk is refused as a whole, and the list stays as it was")
    func full() async throws {
        try await SmallDisk.with(kibibytes: 4_096) { disk in
            let path = disk.path + "/library.sqlite"
            let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            try await toDos.add(titles: (1...2_000).map(String.init))
            let before = try await toDos.all()
            let full = LibraryError.cannotWrite(path: path, reason: "the disk is full")
            await #expect(throws: full) {
                try await toDos.add(
                    (1...3_000).map { ToDoEntry(item: ToDoItem(title: "\($0)", description: Self.long)) })
            }
            #expect(try await toDos.all() == before)
            try disk.fill()
            await #expect(throws: full) {
                while true { try await toDos.add(ToDoItem(title: UUID().uuidString, description: Self.long)) }
            }
            let held = try await toDos.all()
            #expect(Array(held.prefix(2_000)) == before)
            await #expect(throws: full) { try await toDos.remove(held.map(\.number)) }
            await #expect(throws: full) { try await toDos.setDone(true, of: held.map(\.number)) }
            #expect(try await toDos.all() == held)
            try disk.empty()
            try disk.remount("size=64m")
            let again = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            #expect(try await again.all() == held)
            let next = (held.map(\.number).max() ?? 0) + 1
            #expect(try await again.add(titles: ["d"]).map(\.toDo.number) == [next])
        }
    }

    @Test("on a read-only disk the list is read, and a change says why it cannot be made")
    func readOnly() async throws {
        try await SmallDisk.with(kibibytes: 4_096) { disk in
            let path = disk.path + "/library.sqlite"
            let held = try await fill(path)
            try disk.remount("ro")
            let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            #expect(try await toDos.all() == held)
            #expect(try await toDos.all(.done, allowing: .cleanOnly).map(\.item) == [ToDoItem(title: "a")])
            #expect(try await toDos.count(.toDo) == 1)
            #expect(try await toDos.toDo(1, allowing: .all) == held.last)
            let refused = LibraryError.cannotWrite(path: path, reason: "the folder \(disk.path) is read-only")
            await #expect(throws: refused) { try await toDos.add(titles: ["c"]) }
            await #expect(throws: refused) { try await toDos.setDone(false, of: [1]) }
            await #expect(throws: refused) { try await toDos.remove([1]) }
            #expect(try await toDos.all() == held)
        }
    }

    /// Copies a library to a path: whoever wrote it holds no file there, so that the disk can be made read-only.
    private func fill(_ path: String) async throws -> [ToDo] {
        let original = try TemporaryFolder().path("library.sqlite")
        let library = try SQLiteLibrary(path: original)
        let toDos = SQLiteToDoRepository(library: library)
        try await toDos.add(ToDoItem(title: "a", subject: .music(MusicID(7))), ToDoItem(title: "b"))
        try await toDos.setDone(true, of: [1])
        try await library.checkpoint()
        try FileManager.default.copyItem(atPath: original, toPath: path)
        return try await toDos.all()
    }
}
