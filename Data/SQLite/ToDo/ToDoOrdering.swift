import FermataDomain
import Foundation
import GRDB

/// The `ORDER BY` columns of a query of to-dos.
///
/// SQLite sorts by date itself, in temporary storage: the order of days and moments depends on the time zone of each
/// query, so that no index can store it.
struct ToDoOrdering {
    private static let function = "todo_local_seconds"
    let columns: String

    /// Defines the function of the order by date on the connection.
    init(_ query: ToDoQuery, in db: Database) {
        let direction = query.isReversed ? " DESC" : ""
        switch query.order {
        case .list: columns = query.isReversed ? "done, position DESC" : "done, position"
        case .date(let timeZone):
            db.add(function: Self.localSeconds(in: timeZone))
            columns = "done, \(Self.function)(day, moment)\(direction) NULLS LAST, position"
        }
    }

    private static func localSeconds(in timeZone: TimeZone) -> DatabaseFunction {
        DatabaseFunction(function, argumentCount: 2, pure: true) { values in
            let timestamp = ToDoRow.timestamp(
                day: String.fromDatabaseValue(values[0]), moment: Int.fromDatabaseValue(values[1]))
            return timestamp?.localSeconds(in: timeZone)
        }
    }
}
