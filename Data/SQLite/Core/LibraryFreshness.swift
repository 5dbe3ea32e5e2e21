internal import Foundation
internal import GRDB

/// Reads when the library's sources were last synced.
enum LibraryFreshness {
    /// The time of the last complete sync of the source that was synced longest ago; nil if none ever was.
    static func read(_ db: Database) throws -> Date? {
        let row = try RawStatement(db, "SELECT min(refreshed) FROM source")
        return try row.first { row -> Date? in
            row.optionalInteger(0).map { Date(timeIntervalSince1970: Double($0)) }
        }.flatMap { $0 }
    }
}
