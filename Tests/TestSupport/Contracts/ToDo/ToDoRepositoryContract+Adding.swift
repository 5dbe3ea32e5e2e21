import FermataDomain
import Testing

extension ToDoRepositoryContract {
    static let additionRules: [Rule] = [
        rule("is empty at first") { toDos, _ in
            let nothing = try await toDos.add([])
            let all = try await toDos.all()
            #expect(nothing.isEmpty && all.isEmpty)
            for section in ToDoSection.allCases { #expect(try await toDos.count(section) == 0) }
            #expect(try await toDos.toDo(1, allowing: .all) == nil)
        },
        rule("adds at the end of either section with increasing numbers") { toDos, another in
            try await toDos.add(titles: ["a", "b"])
            try await another.add(titles: ["x"], isDone: true)
            let added = try await toDos.add([
                ToDoEntry(item: ToDoItem(title: "y"), isDone: true), ToDoEntry(item: ToDoItem(title: "c")),
            ])
            #expect(added.map(\.kind) == [.added, .added])
            #expect(added.map(\.toDo.number) == [4, 5] && added.map(\.toDo.isDone) == [true, false])
            #expect(try await another.all().map(\.item.title) == ["a", "b", "c", "x", "y"])
            #expect(try await another.all().map(\.number) == [1, 2, 5, 3, 4])
            #expect(try await another.all().map(\.isDone) == [false, false, false, true, true])
        },
        rule("never reuses a number, even that of the last removed to-do", ["a", "b", "c"]) { toDos, another in
            try await toDos.remove([3])
            #expect(try await another.add(titles: ["d"]).map(\.toDo.number) == [4])
            try await another.remove([1, 2, 4])
            #expect(try await toDos.add(titles: ["a", "b"]).map(\.toDo.number) == [5, 6])
        },
        rule("does not add an equal item twice, in any call or section") { toDos, another in
            let item = ToDoItem(title: "Hear Björk", timestamp: Day("2026-12-24").map(DueDate.day))
            let first = try await toDos.add(item, item)
            #expect(first.map(\.kind) == [.added, .existing])
            let stored = ToDo(number: 1, item: item)
            #expect(first.map(\.toDo) == [stored, stored])
            #expect(try await another.add(item, isDone: true) == [ToDoAddition(.existing, stored)])
            try await toDos.setDone(true, of: [1])
            let done = ToDo(number: 1, item: item, isDone: true)
            #expect(try await another.add(item) == [ToDoAddition(.existing, done)])
            #expect(try await toDos.all() == [done])
            #expect(try await toDos.add(titles: ["next"]).map(\.toDo.number) == [2])
        },
        rule("does not add an item that differs only in code points") { toDos, _ in
            let items = ["Bj\u{F6}rk 각", "Bjo\u{308}rk \u{1100}\u{1161}\u{11A8}"].map { name in
                ToDoItem(
                    title: name, description: name, location: Location(name: name), subject: .artist(name))
            }
            let added = try await toDos.add(items[0], items[1])
            #expect(added.map(\.kind) == [.added, .existing])
            #expect(try await toDos.all().map(\.item.bytes) == [items[0].bytes])
        },
        rule("adds an item that differs in any value") { toDos, _ in
            let day = Day("1970-01-01").map(DueDate.day)
            let items = [
                ToDoItem(title: "a"), ToDoItem(title: "A"), ToDoItem(title: "a "), ToDoItem(title: "a\u{0}"),
                ToDoItem(title: "", description: "a"), ToDoItem(title: "a", description: "a"),
                ToDoItem(title: "a", timestamp: day),
                ToDoItem(title: "a", timestamp: Moment(seconds: 0).map(DueDate.moment)),
                ToDoItem(title: "a", timestamp: Moment(seconds: 1).map(DueDate.moment)),
                ToDoItem(title: "a", location: Location(name: "")), ToDoItem(title: "a", location: Location(name: "a")),
                ToDoItem(title: "a", subject: .artist("")), ToDoItem(title: "a", subject: .artist("1")),
                ToDoItem(title: "a", subject: .music(MusicID(1))), ToDoItem(title: "a", subject: .music(MusicID(2))),
            ]
            let entries = items.map { ToDoEntry(item: $0) }
            let added = try await toDos.add(entries)
            #expect(added.allSatisfy { $0.kind == .added })
            #expect(try await toDos.all().map(\.item) == items)
            #expect(try await toDos.add(entries).allSatisfy { $0.kind == .existing })
            #expect(try await toDos.count(.toDo) == items.count)
        },
    ]

    static let storageRules: [Rule] = [
        rule("stores every text of an item byte for byte") { toDos, another in
            let added = try await toDos.add(items: SampleToDos.all)
            #expect(added.allSatisfy { $0.kind == .added })
            let stored = try await another.all()
            #expect(stored.map(\.item) == SampleToDos.all && stored == added.map(\.toDo))
            for (toDo, item) in zip(stored, SampleToDos.all) {
                #expect(toDo.item.bytes == item.bytes)
                #expect(try await another.toDo(toDo.number, allowing: .all) == toDo)
            }
        },
        rule("keeps every value of an item when it is checked and unchecked") { toDos, another in
            let added = try await toDos.add(items: SampleToDos.all)
            for isDone in [true, false] {
                try await toDos.setDone(isDone, of: added.map(\.toDo.number))
                #expect(try await another.all(isDone ? .done : .toDo).map(\.item.bytes) == SampleToDos.all.map(\.bytes))
                #expect(try await another.all().map(\.item) == SampleToDos.all)
            }
        },
    ]

    private static func at(_ latitude: Double?) -> ToDoItem {
        let coordinate = latitude.flatMap { Coordinate(latitude: $0, longitude: 10) }
        return ToDoItem(title: "Gig", location: Location(name: "Hall", coordinate: coordinate))
    }

    private static func place(
        _ address: String? = nil, _ latitude: Double? = nil, isTownOnly: Bool = false
    ) -> Location {
        let coordinate = latitude.flatMap { Coordinate(latitude: $0, longitude: 10) }
        return Location(name: "Hall", address: address, coordinate: coordinate, isTownOnly: isTownOnly)
    }

    private static func gig(_ location: Location) -> ToDoItem { ToDoItem(title: "Gig", location: location) }

    static let completionRules: [Rule] = [
        rule("adds a missing coordinate and keeps number, section and position") { toDos, another in
            for section in ToDoSection.allCases {
                let item = ToDoItem(title: "\(section)", location: Location(name: "Hall"))
                var complete = item
                complete.location?.coordinate = Coordinate(latitude: 1, longitude: 2)
                let stored = try await toDos.add(item, isDone: section == .done).map(\.toDo)
                try await toDos.add(titles: ["after \(section)"], isDone: section == .done)
                var expected = try #require(stored.first)
                expected.item = complete
                let added = try await another.add(complete, isDone: section == .toDo)
                #expect(added == [ToDoAddition(.enriched, expected)])
                #expect(try await toDos.all(section).first == expected)
                #expect(try await toDos.count(section) == 2)
                #expect(try await toDos.add(complete).map(\.kind) == [.existing])
            }
        },
        rule("keeps a coordinate when the same item is added without one") { toDos, another in
            let added = try await toDos.add(at(1), at(nil))
            #expect(added.map(\.kind) == [.added, .existing])
            #expect(try await another.add(at(nil)) == [ToDoAddition(.existing, ToDo(number: 1, item: at(1)))])
            #expect(try await another.all() == [ToDo(number: 1, item: at(1))])
        },
        rule("treats different coordinates as different items") { toDos, another in
            let added = try await toDos.add(at(nil), at(1), at(2), at(nil), at(2), at(1))
            #expect(added.map(\.kind) == [.added, .enriched, .added, .existing, .existing, .existing])
            #expect(try await another.all() == [ToDo(number: 1, item: at(1)), ToDo(number: 2, item: at(2))])
        },
        rule("adds a missing address or precision and keeps number and position") { toDos, another in
            let steps: [(Location, ToDoAddition.Kind)] = [
                (place(), .added), (place("Street 1"), .enriched), (place(), .existing),
                (place("Street 1", 1), .enriched), (place("Street 1"), .existing), (place(nil, 1), .existing),
                (place("Street 1", 1, isTownOnly: true), .enriched), (place("Street 1", 1), .existing),
                (place("Street 1", 1, isTownOnly: true), .existing),
            ]
            for (location, kind) in steps {
                let added = try await another.add(ToDoItem(title: "Gig", location: location))
                #expect(added.map(\.kind) == [kind] && added.map(\.toDo.number) == [1])
            }
            let complete = ToDoItem(title: "Gig", location: place("Street 1", 1, isTownOnly: true))
            #expect(try await toDos.all() == [ToDo(number: 1, item: complete)])
        },
        rule("replaces an address without a coordinate by one with it") { toDos, another in
            let added = try await toDos.add(items: [place("Typo"), place("Street 1", 1), place("Typo")].map(Self.gig))
            #expect(added.map(\.kind) == [.added, .enriched, .existing])
            #expect(try await another.all() == [ToDo(number: 1, item: gig(place("Street 1", 1)))])
        },
        rule("treats different addresses at one coordinate as different items") { toDos, another in
            let items = [place("Street 1", 1), place("Street 2", 1)].map(Self.gig)
            let added = try await toDos.add(items: items + items)
            #expect(added.map(\.kind) == [.added, .added, .existing, .existing])
            #expect(try await another.all().map(\.item) == items)
        },
        rule("does not add a coordinate to a different item or one without a place") { toDos, _ in
            var (other, nowhere) = (at(nil), at(nil))
            other.location?.name = "hall"
            nowhere.location = nil
            let added = try await toDos.add(other, nowhere, at(1))
            #expect(added.map(\.kind) == [.added, .added, .added])
            #expect(try await toDos.all().map(\.item) == [other, nowhere, at(1)])
        },
    ]
}
