import FermataDomain
import Testing

extension ToDoRepositoryContract {
    static let reading: [Rule] = [
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
        rule("returns a long list in batches that can be abandoned, cancelled and iterated again") { toDos, another in
            let titles = (0..<2_500).map { "Song \($0)" }
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

    static let pointing: [Rule] = [
        Rule("removes a subject that the filter excludes or the library does not contain") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let held = try await library.music.all()
            let known = held.map(\.id) + [MusicID(7)]
            let items = known.map { ToDoItem(title: "Listen to \($0)", subject: .music($0)) }
            let added = try await library.toDos.add(items: items)
            #expect(added.map(\.toDo.item) == items)
            try await library.toDos.setDone(true, of: added.prefix(7).map(\.toDo.number))
            for filter in ExplicitFilter.allCases {
                let allowed = Set(held.filter { filter.allows($0.explicit) }.map(\.id))
                let expected = try await library.another.all().map { toDo in
                    guard case .music(let id) = toDo.item.subject, filter != .all, !allowed.contains(id) else {
                        return toDo
                    }
                    return ToDo(number: toDo.number, item: ToDoItem(title: toDo.item.title), isDone: toDo.isDone)
                }
                #expect(expected.count == known.count)
                #expect(try await library.another.all(allowing: filter) == expected)
                for section in ToDoSection.allCases {
                    let part = expected.filter { $0.isDone == (section == .done) }
                    #expect(try await library.another.all(section, allowing: filter) == part)
                }
                for toDo in expected {
                    #expect(try await library.another.toDo(toDo.number, allowing: filter) == toDo)
                    let unmoved = try await library.toDos.setDone(toDo.isDone, of: [toDo.number], allowing: filter)
                    #expect(unmoved == [toDo])
                }
            }
        },
        Rule("keeps a subject that leaves the library and shows it when it returns") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let music = try #require(try await library.music.results(of: MusicQuery(text: "changes")).first)
            let item = ToDoItem(title: "Listen", subject: .music(music.id))
            try await library.toDos.add(item)
            _ = try await library.music.refresh("radio", with: SampleMusic.all.filter { $0.title != music.title })
            #expect(try await library.toDos.all(allowing: .notExplicit).map(\.item.subject) == [nil])
            #expect(try await library.toDos.all().map(\.item) == [item])
            _ = try await library.music.refresh("radio", with: SampleMusic.all)
            #expect(try await library.toDos.all(allowing: .cleanOnly).map(\.item) == [item])
        },
        Rule("recognises an equal item whose music the listener may not see") { factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            let music = try #require(try await library.music.results(of: MusicQuery(text: "99 problems")).first)
            let item = ToDoItem(title: "Listen", subject: .music(music.id))
            try await library.toDos.add(item)
            #expect(try await library.another.toDo(1, allowing: .notExplicit)?.item == ToDoItem(title: "Listen"))
            #expect(try await library.another.add(item).map(\.kind) == [.alreadyThere])
            #expect(try await library.another.add(titles: ["Listen"]).map(\.kind) == [.added])
        },
        Rule("removes an artist without allowed music, but not one without any music") {
            factory in
            let library = try await factory.make(LibrarySeed(SampleMusic.all))
            // Of these artists: the filters that leave something of their music.
            let artists: [(name: String, filters: [ExplicitFilter])] = [
                ("JAY-Z", [.all]), ("jay z", [.all]), ("GOT7", [.all]), ("Prince", [.all, .notExplicit]),
                ("!!!", [.all, .notExplicit]), ("the björk!", ExplicitFilter.allCases),
                ("David Bowie", ExplicitFilter.allCases), ("Unknown", ExplicitFilter.allCases),
                ("JAY", ExplicitFilter.allCases), ("!!", ExplicitFilter.allCases), ("", ExplicitFilter.allCases),
            ]
            let items = artists.map { ToDoItem(title: "Hear \($0.name)", subject: .artist($0.name)) }
            let added = try await library.toDos.add(items: items)
            #expect(added.map(\.toDo.item) == items)
            for filter in ExplicitFilter.allCases {
                let expected = zip(added, artists).map { addition, artist in
                    var toDo = addition.toDo
                    if !artist.filters.contains(filter) { toDo.item.subject = nil }
                    return toDo
                }
                #expect(try await library.another.all(allowing: filter) == expected)
                for toDo in expected {
                    #expect(try await library.another.toDo(toDo.number, allowing: filter) == toDo)
                    let unmoved = try await library.toDos.setDone(false, of: [toDo.number], allowing: filter)
                    #expect(unmoved == [toDo])
                }
            }
        },
    ]
}
