import FermataDomain
import Testing

extension ToDoRepositoryContract {
    private static let three = ["a", "b", "c"]

    static let updateRules: [Rule] = [
        rule("changes every value of an item and keeps number, section and position", three) { toDos, another in
            try await toDos.setDone(true, of: [3])
            for (number, item) in [(1, SampleToDos.all[0]), (3, SampleToDos.all[3]), (1, SampleToDos.all[2])] {
                let changed = try await another.update(number, allowing: .all) { $0 = item }
                #expect(changed == ToDo(number: number, item: item, isDone: number == 3))
                #expect(try await toDos.toDo(number, allowing: .all) == changed)
                #expect(changed.item.bytes == item.bytes)
            }
            #expect(try await toDos.all().map(\.number) == [1, 2, 3])
            for item in SampleToDos.all {
                #expect(try await another.update(2, allowing: .all) { $0 = item }.item.bytes == item.bytes)
                #expect(try await toDos.toDo(2, allowing: .all)?.item == item)
            }
        },
        rule("passes the stored item to the change", three) { toDos, another in
            let changed = try await another.update(2, allowing: .all) { $0.title += "!" }
            #expect(changed == ToDo(number: 2, item: ToDoItem(title: "b!")))
            #expect(try await toDos.titles(.toDo) == ["a", "b!", "c"])
        },
        rule("adds the former item again, and not the changed one", three) { toDos, another in
            _ = try await toDos.update(2, allowing: .all) { $0.title = "d" }
            #expect(try await another.add(titles: ["d", "b"]).map(\.kind) == [.existing, .added])
            #expect(try await toDos.titles(.toDo) == ["a", "d", "c", "b"])
        },
        rule("throws for an unknown number and changes nothing", three) { toDos, another in
            for number in [0, 4, -1, .max] {
                await #expect(throws: ToDoError.notFound(number)) {
                    try await toDos.update(number, allowing: .all) { $0.title = "x" }
                }
            }
            let titles = try await another.titles(.toDo)
            #expect(titles == three)
        },
    ]
}
