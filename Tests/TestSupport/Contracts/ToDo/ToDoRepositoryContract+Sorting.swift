import FermataDomain
import Foundation
import Testing

extension ToDoRepositoryContract {
    private static let undated = ["undated 1", "undated 2"]
    /// The titles by local time in Seoul, where 2026-12-24 starts at 2026-12-23T15:00Z.
    private static let inSeoul = [
        "first day", "first moment", "23rd", "last of 23rd", "24th", "24th again", "first of 24th", "evening", "25th",
        "last day", "last moment",
    ]

    private static func items() throws -> [ToDoItem] {
        let day = { (text: String) in DueDate.day(try #require(Day(text))) }
        let moment = { (seconds: Int) in DueDate.moment(try #require(Moment(seconds: seconds))) }
        // 2026-12-23T15:00Z
        let start = 1_798_038_000
        return [
            ToDoItem(title: "undated 1"), ToDoItem(title: "evening", timestamp: try moment(start + 70_000)),
            ToDoItem(title: "24th", timestamp: try day("2026-12-24")),
            ToDoItem(title: "last day", timestamp: try day("9999-12-31")),
            ToDoItem(title: "first moment", timestamp: try moment(-62_135_510_400)),
            ToDoItem(title: "25th", timestamp: try day("2026-12-25")),
            ToDoItem(title: "last of 23rd", timestamp: try moment(start - 1)), ToDoItem(title: "undated 2"),
            ToDoItem(title: "first of 24th", timestamp: try moment(start + 1)),
            ToDoItem(title: "24th again", description: "equal", timestamp: try day("2026-12-24")),
            ToDoItem(title: "23rd", timestamp: try day("2026-12-23")),
            ToDoItem(title: "first day", timestamp: try day("0001-01-01")),
            ToDoItem(title: "last moment", timestamp: try moment(253_402_214_399)),
        ]
    }

    static let sortRules: [Rule] = [
        rule("sorts by date in a time zone, undated last, equal dates in the list’s order") { toDos, another in
            try await toDos.add(items: items())
            let order = ToDoOrder.date(in: try #require(TimeZone(identifier: "Asia/Seoul")))
            let sorted = try await another.titles(of: ToDoQuery(section: .toDo, order: order))
            #expect(sorted == inSeoul + undated)
            let greenwich = try await another.titles(of: ToDoQuery(order: .date(in: .gmt)))
            let expected = [
                "first day", "first moment", "23rd", "last of 23rd", "first of 24th", "24th", "24th again", "evening",
                "25th", "last moment", "last day",
            ]
            #expect(greenwich == expected + undated)
        },
        rule("sorts by date in reverse, undated last and equal dates in the order of the list") { toDos, another in
            try await toDos.add(items: items())
            let order = ToDoOrder.date(in: try #require(TimeZone(identifier: "Asia/Seoul")))
            var expected = Array(inSeoul.reversed())
            let equal = try #require(expected.firstIndex(of: "24th again"))
            expected.swapAt(equal, equal + 1)
            #expect(try await another.titles(of: ToDoQuery(order: order, isReversed: true)) == expected + undated)
        },
        rule("sorts each section by itself, before the window") { toDos, another in
            let added = try await toDos.add(items: items())
            try await toDos.setDone(true, of: added.map(\.toDo.number).filter { $0.isMultiple(of: 2) })
            for isReversed in [false, true] {
                for order in [ToDoOrder.list, .date(in: .gmt)] {
                    let query = ToDoQuery(order: order, isReversed: isReversed)
                    var parts: [String] = []
                    for section in ToDoSection.allCases {
                        var part = query
                        part.section = section
                        parts += try await another.titles(of: part)
                    }
                    #expect(try await another.titles(of: query) == parts && parts.count == added.count)
                    for window in [Window(limit: 3), Window(offset: 4, limit: 5), Window(offset: 12)] {
                        var part = query
                        part.window = window
                        let rest = parts.dropFirst(window.offset)
                        #expect(try await another.titles(of: part) == Array(rest.prefix(window.limit ?? .max)))
                    }
                }
            }
        },
        rule("reverses the list’s order within each section", ["a", "b", "c", "d"]) { toDos, another in
            try await toDos.setDone(true, of: [3, 1])
            #expect(try await another.titles(of: ToDoQuery(isReversed: true)) == ["d", "b", "a", "c"])
        },
    ]
}

extension ToDoRepository {
    /// The titles of a query in their order.
    fileprivate func titles(of query: ToDoQuery) async throws -> [String] {
        try await batches(of: query, allowing: .all).joined().map(\.item.title)
    }
}
