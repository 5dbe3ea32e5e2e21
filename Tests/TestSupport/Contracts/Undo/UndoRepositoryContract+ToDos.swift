import FermataDomain
import Testing

extension UndoRepositoryContract {
    static let toDos: [Rule] = [
        rule("undoes checking, unchecking, editing, removing and adding, step by step") { library in
            let toDos = library.toDos
            var states: [[ToDo]] = [[]]
            func step(_ change: () async throws -> Void) async throws {
                try await change()
                states.append(try await toDos.all())
            }
            try await step { try await toDos.add(items: SampleToDos.all) }
            try await step { try await toDos.setDone(true, of: [2, 1]) }
            try await step { try await toDos.setDone(false, of: [1]) }
            try await step { _ = try await toDos.update(3, allowing: .all) { $0 = ToDoItem(title: "Other") } }
            try await step { try await toDos.remove([3, 2]) }
            try await step { try await toDos.add(titles: ["Last"], isDone: true) }
            let changes = try await library.undo.all()
            #expect(changes.actions == [.add, .remove, .edit, .uncheck, .check, .add])
            #expect(changes.map(\.count) == [1, 2, 1, 1, 2, SampleToDos.all.count])
            for (change, state) in zip(changes, states.dropLast().reversed()) {
                #expect(try await library.undo.undoLast() == change)
                let restored = try await toDos.all()
                #expect(restored == state && restored.map(\.item.bytes) == state.map(\.item.bytes))
            }
            #expect(try await library.undo.undoLast() == nil)
        },
        rule("names a to-do as it was before the change, an added one as it was added") { library in
            try await library.toDos.add(titles: ["Before"])
            _ = try await library.toDos.update(1, allowing: .all) { $0.title = "After" }
            #expect(try await library.undo.all().map(\.subject.title) == ["Before", "Before"])
        },
        rule("undoes the completion of a stored to-do, and finds equal items as before") { library in
            let vague = ToDoItem(title: "Gig", location: Location(name: "Hall"))
            var complete = vague
            complete.location?.address = "Street 1"
            try await library.toDos.add(vague)
            #expect(try await library.toDos.add(complete).map(\.kind) == [.enriched])
            #expect(try await library.undo.undoLast()?.action == .edit)
            #expect(try await library.toDos.all().map(\.item) == [vague])
            #expect(try await library.toDos.add(vague).map(\.kind) == [.existing])
            #expect(try await library.toDos.add(complete).map(\.kind) == [.enriched])
        },
        rule("stores no change for additions that cannot be undone") { library in
            _ = try await library.toDos.add([ToDoEntry(item: ToDoItem(title: "Imported"))], isUndoable: false)
            let changes = try await library.undo.all()
            #expect(changes.isEmpty)
            try await library.toDos.setDone(true, of: [1])
            try await library.undo.undoLast()
            #expect(try await library.toDos.titles(.toDo) == ["Imported"])
        },
        rule("stores no change for calls that change nothing") { library in
            try await library.toDos.add(titles: ["a", "b"])
            try await library.toDos.setDone(false, of: [1, 2])
            try await library.toDos.add(titles: ["a"])
            _ = try await library.toDos.update(1, allowing: .all) { _ in }
            try await library.toDos.remove([])
            await #expect(throws: ToDoError.notFound(9)) { try await library.toDos.remove([1, 9]) }
            await #expect(throws: ToDoError.notFound(9)) { try await library.toDos.setDone(true, of: [1, 9]) }
            #expect(try await library.undo.all().actions == [.add])
        },
    ]
}
