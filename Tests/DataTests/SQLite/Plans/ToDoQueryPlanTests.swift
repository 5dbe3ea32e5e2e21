import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

/// Checks SQLite's query plans.
@Suite("To-dos are read without sorting or full scans")
struct ToDoQueryPlanTests {
    private let path: String
    /// The plan that checks a restricted listener's to-dos, by song id and artist key.
    private static let explicitFilterPlan = [
        "CORRELATED SCALAR SUBQUERY 1", "SEARCH music USING INDEX music_id (id=?)", "CORRELATED SCALAR SUBQUERY 2",
        "SEARCH music USING COVERING INDEX music_by_artist (artist_key=?)", "CORRELATED SCALAR SUBQUERY 3",
        "SEARCH single USING PRIMARY KEY (artist_key=?)", "SEARCH music USING INTEGER PRIMARY KEY (rowid=?)",
    ]
    private static let windows = [Window(), Window(limit: 5), Window(offset: 7, limit: 5)]

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        let library = try SQLiteLibrary(path: path)
        let time = TestTime()
        try await LibrarySeed(SampleMusic.all).fill(
            SQLiteMusicRepository(library: library, now: { time.now }), SQLiteSourceRepository(library: library),
            time: time)
        try await SQLiteToDoRepository(library: library).add(titles: (1...20).map(String.init))
    }

    @Test("the list comes from the index of its order")
    func readsListByIndex() async throws {
        let sections: [(ToDoSection?, String)] = [
            (nil, "SCAN todo USING INDEX todo_order"), (.toDo, "SEARCH todo USING INDEX todo_order (done=?)"),
            (.done, "SEARCH todo USING INDEX todo_order (done=?)"),
        ]
        for filter in ExplicitFilter.allCases {
            let explicitFilterPlan = filter == .all ? [] : Self.explicitFilterPlan
            for (section, plan) in sections {
                for window in Self.windows {
                    let plans = try await plans { toDos in
                        try await toDos.batches(of: ToDoQuery(section: section, window: window), allowing: filter)
                            .collected()
                    }
                    #expect(plans == [[plan] + explicitFilterPlan])
                }
            }
        }
    }

    @Test("a reversed list comes from the same index")
    func readsReversedListByIndex() async throws {
        let plans = try await plans { toDos in
            _ = try await toDos.batches(of: ToDoQuery(section: .done, isReversed: true), allowing: .all).collected()
        }
        #expect(plans == [["SEARCH todo USING INDEX todo_order (done=?)"]])
    }

    @Test("one to-do is found by number, and counts use the index")
    func findsOneByNumber() async throws {
        for filter in ExplicitFilter.allCases {
            let explicitFilterPlan = filter == .all ? [] : Self.explicitFilterPlan
            let plans = try await plans { toDos in
                _ = try await toDos.toDo(3, allowing: filter)
                _ = try await toDos.count(.done)
            }
            #expect(
                plans == [
                    ["SEARCH todo USING INTEGER PRIMARY KEY (rowid=?)"] + explicitFilterPlan,
                    ["SEARCH todo USING COVERING INDEX todo_order (done=?)"],
                ])
        }
    }

    @Test("adding, moving and removing use indexes")
    func changesUseIndexes() async throws {
        let probe = ConnectionProbe(path)
        let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
        let place = Coordinate(latitude: 1, longitude: 2)
        let statements = try await probe.statements(while: {
            try await toDos.add(
                ToDoItem(title: "Gig"), ToDoItem(title: "Gig", location: Location(name: "Hall")),
                ToDoItem(title: "Gig", location: Location(name: "Hall", coordinate: place)))
            try await toDos.setDone(true, of: [1, 2])
            try await toDos.remove([3])
        })
        let plans = try await plans(of: statements)
        #expect(plans.joined().allSatisfy { !$0.hasPrefix("SCAN") && !$0.contains("ORDER BY") }, "\(plans)")
        let used = Set(plans.joined())
        for part in [
            "todo_fingerprint (fingerprint=?)", "todo_fingerprint (fingerprint=? AND latitude=? AND longitude=?)",
            "COVERING INDEX todo_order (done=?)", "INTEGER PRIMARY KEY (rowid=?)",
        ] {
            #expect(used.contains { $0.hasSuffix(part) }, "\(part) is not in \(used)")
        }
    }

    /// The plans of a body's statements in a newly opened library.
    private func plans(_ body: (SQLiteToDoRepository) async throws -> Void) async throws -> [[String]] {
        let probe = ConnectionProbe(path)
        let library = try SQLiteLibrary(path: path)
        return try await plans(
            of: probe.statements(while: { try await body(SQLiteToDoRepository(library: library)) }))
    }

    private func plans(of statements: [String]) async throws -> [[String]] {
        let own = statements.filter { $0.contains("todo") && !$0.contains("sqlite_master") && !$0.hasPrefix("PRAGMA") }
        #expect(!own.isEmpty)
        return try await DatabasePool(path: path).read { db in
            db.add(function: DatabaseFunction("todo_artist_key", argumentCount: 1, pure: true) { $0[0] })
            return try db.queryPlans(of: own)
        }
    }
}
