import FermataDomain
import Testing

extension ToDoRepositoryContract {
    private static let four = ["a", "b", "c", "d"]

    static let moveRules: [Rule] = [
        rule("moves checked to-dos to the end of Done in the order of the numbers", four) { toDos, another in
            try await toDos.setDone(true, of: [3])
            try await another.setDone(true, of: [4, 1])
            #expect(try await toDos.titles(.toDo) == ["b"])
            #expect(try await toDos.titles(.done) == ["c", "d", "a"])
            #expect(try await toDos.all().map(\.number) == [2, 3, 4, 1])
        },
        rule("moves unchecked to-dos to the end of To-do", four) { toDos, another in
            try await toDos.setDone(true, of: [1, 2, 3])
            try await another.setDone(false, of: [2, 1])
            #expect(try await toDos.titles(.toDo) == ["d", "b", "a"])
            #expect(try await toDos.titles(.done) == ["c"])
            try await toDos.add(titles: ["e"])
            #expect(try await toDos.titles(.toDo) == ["d", "b", "a", "e"])
        },
        rule("keeps the position of to-dos that are already in the section", four) { toDos, _ in
            try await toDos.setDone(false, of: [1, 2])
            try await toDos.setDone(true, of: [1, 2, 3])
            try await toDos.setDone(true, of: [2, 4, 1])
            #expect(try await toDos.titles(.done) == ["a", "b", "c", "d"])
        },
        rule("returns the moved to-dos in the order of the numbers", four) { toDos, _ in
            let moved = try await toDos.setDone(true, of: [3, 1, 3])
            #expect(moved.map(\.item.title) == ["c", "a", "c"] && moved.allSatisfy(\.isDone))
            #expect(try await toDos.setDone(true, of: [1]).map(\.number) == [1])
        },
        rule("moves a to-do once if its number is repeated", four) { toDos, _ in
            try await toDos.setDone(true, of: [2, 1, 2])
            #expect(try await toDos.titles(.done) == ["b", "a"])
            #expect(try await toDos.titles(.toDo) == ["c", "d"])
        },
        rule("moves nothing if one number is unknown", four) { toDos, another in
            try await toDos.setDone(true, of: [2])
            let before = try await toDos.all()
            for (numbers, unknown) in [
                ([1, 5, 7], 5), ([0], 0), ([3, -1], -1), ([1, .max, 9], .max), ([.min], .min),
            ] {
                for isDone in [true, false] {
                    await #expect(throws: ToDoError.notFound(unknown)) {
                        try await toDos.setDone(isDone, of: numbers)
                    }
                }
            }
            try await toDos.setDone(true, of: [])
            #expect(try await another.all() == before)
        },
    ]

    static let removalRules: [Rule] = [
        rule("removes from either section and keeps the order of the others", four) { toDos, another in
            try await toDos.setDone(true, of: [4, 2])
            try await toDos.remove([4, 1])
            #expect(try await another.all().map(\.number) == [3, 2])
            #expect(try await another.toDo(1, allowing: .all) == nil)
            await #expect(throws: ToDoError.notFound(4)) { try await another.setDone(false, of: [4]) }
        },
        rule("removes a to-do once if its number is repeated", four) { toDos, _ in
            try await toDos.remove([2, 3, 2])
            #expect(try await toDos.titles(.toDo) == ["a", "d"])
        },
        rule("removes nothing if one number is unknown", four) { toDos, another in
            for (numbers, unknown) in [
                ([1, 5, 7], 5), ([0], 0), ([3, -1], -1), ([1, .max, 9], .max), ([.min], .min),
            ] {
                await #expect(throws: ToDoError.notFound(unknown)) { try await toDos.remove(numbers) }
            }
            try await toDos.remove([])
            #expect(try await another.titles(.toDo) == four)
        },
        rule("adds a removed item again under a new number", four) { toDos, _ in
            try await toDos.remove([1])
            let added = try await toDos.add(titles: ["a"])
            #expect(added == [ToDoAddition(.added, ToDo(number: 5, item: ToDoItem(title: "a")))])
            #expect(try await toDos.titles(.toDo) == ["b", "c", "d", "a"])
        },
    ]
}
