internal import Foundation
internal import GRDB

/// How old what the library holds is.
enum LibraryFreshness {
    /// When the source that was not read for longest was last read whole; nil where none ever was.
    static func read(_ db: Database) throws -> Date? {
        let row = try RawStatement(db, "SELECT min(refreshed) FROM source")
        return try row.first { row -> Date? in
            row.optionalInteger(0).map { Date(timeIntervalSince1970: Double($0)) }
        }.flatMap { $0 }
    }
}
