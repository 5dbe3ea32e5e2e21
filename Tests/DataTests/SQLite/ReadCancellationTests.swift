import FermataData
import GRDB
import GRDBSQLite
import TestTraits
import Testing

@Suite("Cancelling a read")
struct ReadCancellationTests {
    private static let long = """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 100000) SELECT max(n) FROM numbers
        """
    private static let endless = long.replacing("LIMIT 100000", with: "")

    @Test("ends a statement that begins after the cancellation", .deadline)
    func endsBeginningStatement() throws {
        let cancellation = ReadCancellation()
        cancellation.cancel()
        let result = try DatabaseQueue().inDatabase { db in
            cancellation.run(on: db.sqliteConnection) { sqlite3_exec(db.sqliteConnection, Self.endless, nil, nil, nil) }
        }
        #expect(result == SQLITE_INTERRUPT)
    }

    @Test("ends no statement without a cancellation, and none of a later read", arguments: [false, true])
    func endsNoOther(isCancelledLater: Bool) throws {
        let cancellation = ReadCancellation()
        let results = try DatabaseQueue().inDatabase { db in
            let first = cancellation.run(on: db.sqliteConnection) {
                sqlite3_exec(db.sqliteConnection, Self.long, nil, nil, nil)
            }
            if isCancelledLater { cancellation.cancel() }
            return [first, sqlite3_exec(db.sqliteConnection, Self.long, nil, nil, nil)]
        }
        #expect(results == [SQLITE_OK, SQLITE_OK])
    }
}
