import FermataDomain
import Foundation
import GRDB

/// Reads when the library's sources were last synced.
enum LibraryFreshness {
    /// `.stored` since the last complete sync of the source that was synced longest ago, or `.noSources`.
    static func read(_ db: Database) throws -> Freshness {
        let row = try RawStatement(db, "SELECT count(*) AS sources, min(refreshed) AS since FROM source")
        guard let (sources, since) = try row.first({ ($0.integer("sources"), $0.optionalInteger("since")) }),
            sources > 0
        else { return .noSources }
        return .stored(since: since.map { Date(timeIntervalSince1970: Double($0)) })
    }
}
