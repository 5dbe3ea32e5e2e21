import FermataDomain
import Testing

extension ToDoRepositoryContract {
    private static let three = ["a", "b", "c"]

    static let updating: [Rule] = [
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
            #expect(try await another.add(titles: ["d", "b"]).map(\.kind) == [.alreadyThere, .added])
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
        Rule("keeps a subject that the filter excludes, and removes it from the result") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let music = try #require(try await library.music.results(of: MusicQuery(text: "99 problems")).first)
            for (number, subject) in [(1, ToDoSubject.music(music.id)), (2, .artist("JAY-Z"))] {
                try await library.toDos.add(ToDoItem(title: "\(number)", subject: subject))
                let changed = try await library.toDos.update(number, allowing: .notExplicit) { $0.title += "!" }
                #expect(changed == ToDo(number: number, item: ToDoItem(title: "\(number)!")))
                #expect(
                    try await library.another.toDo(number, allowing: .all)?.item
                        == ToDoItem(title: "\(number)!", subject: subject))
            }
        },
    ]
}
