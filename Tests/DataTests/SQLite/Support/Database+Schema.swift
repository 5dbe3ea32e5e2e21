import GRDB

extension Database {
    /// Returns SQLite's plan for each statement: the lines of `EXPLAIN QUERY PLAN`.
    func queryPlans(of statements: [String]) throws -> [[String]] {
        try statements.map { statement in
            try Row.fetchAll(self, sql: "EXPLAIN QUERY PLAN " + statement).map { $0["detail"] as String }
        }
    }

    /// Returns the names of all indexes, sorted.
    func indexNames() throws -> [String] {
        try String.fetchAll(self, sql: "SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name")
    }
}
