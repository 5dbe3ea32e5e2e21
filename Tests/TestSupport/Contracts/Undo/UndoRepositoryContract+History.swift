import FermataDomain
import Testing

extension UndoRepositoryContract {
    static let history: [Rule] = [
        rule("stores the last 100 changes") { library in
            for number in 1...120 { try await library.toDos.add(titles: ["\(number)"]) }
            #expect(try await library.undo.all().map(\.subject.title) == (21...120).reversed().map(String.init))
            #expect(try await library.undo.changes(allowing: .all, limit: 2).map(\.subject.title) == ["120", "119"])
            for _ in 1...100 { try await library.undo.undoLast() }
            #expect(try await library.undo.undoLast() == nil)
            #expect(try await library.toDos.titles(.toDo) == (1...20).map(String.init))
        },
        rule("gives later changes larger numbers") { library in
            for number in 1...3 { try await library.toDos.add(titles: ["\(number)"]) }
            let numbers = try await library.undo.changes(allowing: .all, limit: 9).map(\.number)
            #expect(numbers.count == 3 && numbers == Set(numbers).sorted(by: >))
        },
        rule("has no change at first, and none of a sync") { library in
            let (changes, undone) = (try await library.undo.all(), try await library.undo.undoLast())
            #expect(changes.isEmpty && undone == nil)
        },
    ]

    static let hiding: [Rule] = [
        rule("lists and undoes no change that concerns a hidden song") { library in
            let songs = try await library.music.all()
            let clean = try #require(songs.first { $0.explicit == .clean })
            let explicit = try #require(songs.first { $0.explicit == .explicit })
            try await library.music.setBookmark(true, of: clean.id)
            _ = try await library.music.setBookmark(true, of: [explicit.id])
            _ = try await library.music.setBookmark(false, of: [explicit.id])
            #expect(try await library.undo.all(.notExplicit).actions == [.bookmark])
            #expect(try await library.undo.all(.cleanOnly).map(\.subject.title) == [clean.title])
            #expect(try await library.undo.undoLast(allowing: .notExplicit)?.subject.title == clean.title)
            #expect(try await library.undo.undoLast(allowing: .notExplicit) == nil)
            #expect(try await library.undo.all().actions == [.unbookmark, .bookmark])
        },
        rule("undoes no change below a hidden one of the same to-do or song") { library in
            let songs = try await library.music.all()
            let clean = try #require(songs.first { $0.explicit == .clean })
            let explicit = try #require(songs.first { $0.explicit == .explicit })
            try await library.toDos.add(titles: ["First", "Second"])
            try await library.toDos.add(ToDoItem(title: "Hidden", subject: .music(explicit.id)))
            try await library.toDos.setDone(true, of: [1, 3])
            try await library.music.setBookmark(true, of: clean.id)
            _ = try await library.music.setBookmark(false, of: [clean.id])
            _ = try await library.music.setBookmark(true, of: [explicit.id, clean.id])
            #expect(try await library.undo.all(.notExplicit).isEmpty)
            #expect(try await library.undo.undoLast(allowing: .notExplicit) == nil)
            _ = try await library.toDos.update(2, allowing: .notExplicit) { $0.title = "Changed" }
            #expect(try await library.undo.undoLast(allowing: .notExplicit)?.action == .edit)
            #expect(try await library.toDos.titles(.toDo) == ["Second"])
        },
        rule("lists and undoes no change of a to-do that is hidden, or was") { library in
            let explicit = try #require(try await library.music.all().first { $0.explicit == .explicit })
            let about = ToDoSubject.music(explicit.id)
            try await library.toDos.add(ToDoItem(title: "Visible"))
            try await library.toDos.add(ToDoItem(title: "Hidden", subject: about))
            try await library.toDos.setDone(true, of: [2])
            try await library.toDos.remove([2])
            try await library.toDos.add(ToDoItem(title: "Changing"))
            _ = try await library.toDos.update(3, allowing: .all) { $0.subject = about }
            #expect(try await library.undo.all(.notExplicit).map(\.subject.title) == ["Visible"])
            _ = try await library.toDos.update(3, allowing: .all) { $0.subject = nil }
            #expect(try await library.undo.all(.notExplicit).map(\.subject.title) == ["Visible"])
            #expect(try await library.undo.all().count == 7)
            #expect(try await library.undo.undoLast(allowing: .notExplicit)?.action == .add)
            #expect(try await library.toDos.titles(.toDo) == ["Changing"])
        },
    ]
}
