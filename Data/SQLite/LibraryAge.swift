internal import Foundation
internal import GRDB

/// Since when what the library holds is known to be whole.
enum LibraryAge {
    /// The oldest time at which every source was read whole; nil where one never was.
    static func read(_ db: Database) throws -> Date? {
        let row = try RawStatement(db, "SELECT count(*) = count(refreshed), min(refreshed) FROM source")
        return try row.first { row -> Date? in
            guard row.integer(0) != 0, let seconds = row.optionalInteger(1) else { return nil }
            return Date(timeIntervalSince1970: Double(seconds))
        }.flatMap { $0 }
    }
}
