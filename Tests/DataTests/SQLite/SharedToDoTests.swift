import FermataContracts
import FermataData
import FermataDomain
import Testing

@Suite("To-dos that two programs add concurrently")
struct SharedToDoTests {
    private static let items = (1...60).map { number in
        ToDoItem(
            title: "Item \(number)", location: Location(name: "Hall", coordinate: Coordinate(latitude: 1, longitude: 2))
        )
    }
    private let path: String

    init() throws {
        path = try TemporaryFolder().path("library.sqlite")
        _ = try SQLiteLibrary(path: path)
    }

    @Test("none is lost or doubled, and each number is unique")
    func addsEachOnce() async throws {
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
        let stored = try await toDos().all()
        #expect(Set(stored.map(\.item.title)) == Set(added.map(\.toDo.item.title)))
        #expect(stored.count == 250 && added.count { $0.kind == .added } == 250)
        #expect(Set(stored.map(\.number)).count == 250)
        #expect(added.allSatisfy { stored.contains($0.toDo) })
        for part in 0..<4 {
            let own = stored.map(\.item.title).filter { $0.hasPrefix("\(part) ") }
            #expect(own == (0..<50).map { "\(part) \($0)" })
        }
    }

    @Test("concurrent completions and moves take effect once")
    func completesAndMovesOnce() async throws {
        let toDos = [try toDos(), try toDos()]
        try await toDos[0].add(
            items: Self.items.map { item in
                var item = item
                item.location?.coordinate = nil
                return item
            })
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
        #expect(kinds.count { $0 == .enriched } == Self.items.count && kinds.count { $0 == .added } == 0)
        let stored = try await toDos[1].all()
        #expect(stored.sorted { $0.number < $1.number }.map(\.item) == Self.items)
        let counts = (try await toDos[0].count(.toDo), try await toDos[1].count(.done))
        #expect(counts.0 + counts.1 == Self.items.count)
    }

    private func toDos() throws -> SQLiteToDoRepository {
        SQLiteToDoRepository(library: try SQLiteLibrary(path: path, patience: .seconds(60)))
    }
}
