import FermataDomain
import Testing

extension ToDoRepositoryContract {
    static let readRules: [Rule] = [
        rule("returns the requested window of both sections or one", (1...12).map(String.init)) {
            toDos, another in
            try await toDos.setDone(true, of: [9, 2, 11, 4, 3])
            let all = try await toDos.all()
            let windows = [
                Window(), Window(limit: 0), Window(limit: 3), Window(offset: 5, limit: 4), Window(offset: 6, limit: 1),
                Window(offset: 7), Window(offset: 11, limit: 9), Window(offset: 12), Window(offset: 99, limit: 1),
                Window(offset: .max, limit: .max),
            ]
            for (section, filter) in product([ToDoSection?.none, .toDo, .done], ExplicitFilter.allCases) {
                let list = all.filter { section == nil || $0.isDone == (section == .done) }
                for window in windows {
                    let rest = list.dropFirst(window.offset)
                    #expect(
                        try await another.all(section, window, allowing: filter)
                            == Array(window.limit.map { rest.prefix($0) } ?? rest))
                }
            }
        },
        rule("counts each section", ["a", "b", "c"]) { toDos, another in
            try await toDos.setDone(true, of: [2])
            #expect(try await another.count(.toDo) == 2)
            #expect(try await another.count(.done) == 1)
        },
        rule("returns a long list in batches; can be abandoned, cancelled, iterated again") { toDos, another in
            let titles = (0..<1_100).map { "Song \($0)" }
            try await toDos.add(titles: titles)
            #expect(try await another.titles(.toDo) == titles)
            try await BatchContract.check(another.batches(of: ToDoQuery(), allowing: .all), try await toDos.all())
        },
        rule("returns no batch of an empty list") { toDos, _ in
            let batches = try await toDos.batches(of: ToDoQuery(), allowing: .all).collected()
            #expect(batches.isEmpty)
        },
    ]

    private static func product<First, Second>(_ first: [First], _ second: [Second]) -> [(First, Second)] {
        first.flatMap { one in second.map { (one, $0) } }
    }

    static let subjectRules: [Rule] = [
        Rule("hides a to-do about music that is excluded or that the library does not contain") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let stored = try await library.music.all()
            let known = stored.map(\.id) + [MusicID(7)]
            let items = known.map { ToDoItem(title: "Listen to \($0)", subject: .music($0)) }
            let added = try await library.toDos.add(items: items)
            #expect(added.map(\.toDo.item) == items)
            try await library.toDos.setDone(true, of: added.prefix(7).map(\.toDo.number))
            for filter in ExplicitFilter.allCases {
                let allowed = Set(stored.filter { filter.allows($0.explicit) }.map { ToDoSubject.music($0.id) })
                try await check(library, filter) { filter == .all || $0.item.subject.map(allowed.contains) == true }
            }
        },
        Rule("hides a to-do while its music is not in the library") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let music = try #require(try await library.music.results(of: MusicQuery(text: "changes")).first)
            let item = ToDoItem(title: "Listen", subject: .music(music.id))
            try await library.toDos.add(item)
            _ = try await library.music.refresh("radio", with: SampleMusic.all.filter { $0.title != music.title })
            #expect(try await library.toDos.all(allowing: .notExplicit).isEmpty)
            #expect(try await library.toDos.all().map(\.item) == [item])
            _ = try await library.music.refresh("radio", with: SampleMusic.all)
            #expect(try await library.toDos.all(allowing: .cleanOnly).map(\.item) == [item])
        },
        Rule("recognises an equal item whose music the listener may not see") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let music = try #require(try await library.music.results(of: MusicQuery(text: "99 problems")).first)
            let item = ToDoItem(title: "Listen", subject: .music(music.id))
            try await library.toDos.add(item)
            #expect(try await library.another.toDo(1, allowing: .notExplicit) == nil)
            #expect(try await library.another.add(item).map(\.kind) == [.existing])
            #expect(try await library.another.add(titles: ["Listen"]).map(\.kind) == [.added])
        },
        Rule("hides a to-do about an artist without allowed music") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            // Each artist with the filters that allow some of their music.
            let artists: [(name: String, filters: [ExplicitFilter])] = [
                ("JAY-Z", [.all]), ("jay z", [.all]), ("GOT7", [.all]), ("Prince", [.all, .notExplicit]),
                ("!!!", [.all, .notExplicit]), ("the björk!", ExplicitFilter.allCases),
                ("David Bowie", ExplicitFilter.allCases), ("Unknown", [.all]), ("JAY", [.all]), ("!!", [.all]),
                ("", [.all]),
            ]
            try await library.toDos.add(
                items: artists.map { ToDoItem(title: "Hear \($0.name)", subject: .artist($0.name)) })
            try await library.toDos.add(titles: ["Listen"])
            for filter in ExplicitFilter.allCases {
                let allowed = artists.filter { $0.filters.contains(filter) }.map { ToDoSubject.artist($0.name) }
                try await check(library, filter) { $0.item.subject.map(allowed.contains) ?? true }
            }
        },
        Rule("does not change or remove a hidden to-do") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let music = try #require(try await library.music.results(of: MusicQuery(text: "99 problems")).first)
            for subject in [ToDoSubject.music(music.id), .artist("JAY-Z")] {
                try await library.toDos.add(ToDoItem(title: "a", subject: subject))
            }
            try await library.toDos.add(titles: ["b"])
            let before = try await library.toDos.all()
            for number in [1, 2] {
                await #expect(throws: ToDoError.notFound(number)) {
                    try await library.toDos.setDone(true, of: [3, number], allowing: .notExplicit)
                }
                await #expect(throws: ToDoError.notFound(number)) {
                    try await library.toDos.update(number, allowing: .notExplicit) { $0.title = "c" }
                }
                await #expect(throws: ToDoError.notFound(number)) {
                    try await library.toDos.remove([3, number], allowing: .cleanOnly)
                }
            }
            #expect(try await library.another.all() == before)
        },
    ]

    /// Checks that the filter leaves exactly these to-dos in lists, in counts and by number.
    private static func check(
        _ library: ToDoLibrary, _ filter: ExplicitFilter, leaves isVisible: (ToDo) -> Bool
    ) async throws {
        let all = try await library.another.all()
        let visible = all.filter(isVisible)
        #expect(try await library.another.all(allowing: filter) == visible)
        let window = Window(offset: 1, limit: 2)
        #expect(
            try await library.another.all(nil, window, allowing: filter) == Array(visible.dropFirst().prefix(2)))
        for section in ToDoSection.allCases {
            let part = visible.filter { $0.isDone == (section == .done) }
            #expect(try await library.another.all(section, allowing: filter) == part)
            #expect(try await library.another.count(section, allowing: filter) == part.count)
        }
        for toDo in all {
            let found = try await library.another.toDo(toDo.number, allowing: filter)
            #expect(found == (isVisible(toDo) ? toDo : nil))
        }
        for toDo in visible {
            #expect(try await library.toDos.setDone(toDo.isDone, of: [toDo.number], allowing: filter) == [toDo])
        }
    }
}
