import FermataDomain
import GRDB

/// Records the results of delivered changes.
struct StarDeliveryRecorder {
    private let accept: RawStatement
    private let forget: RawStatement
    private let resend: RawStatement

    init(_ db: Database) throws {
        let isSame = "record = :record AND changed = :changed AND \(StarSchema.isBookmarked) = :starred"
        accept = try RawStatement(db, "UPDATE star SET sent = 1 WHERE \(isSame)")
        // No star is the state of a song that the source does not have.
        forget = try RawStatement(
            db, "UPDATE star SET changed = NULL, sent = NULL, starred = 0 WHERE \(isSame)")
        // This delivery may have reverted a later change, whether that is being delivered, delivered or verified. A later
        // change that was not sent counts as sent, so that a change back still waits.
        resend = try RawStatement(
            db,
            """
            UPDATE star SET changed = \(StarSchema.nextChange), sent = 0
                WHERE record = :record
                    AND (\(StarSchema.isBookmarked) <> :starred OR changed IS NOT NULL AND sent IS NULL)
            """)
    }

    func end(_ delivery: StarDelivery) throws {
        for change in delivery.delivered {
            if delivery.missing.contains(change.key) {
                try run(forget, change, withNumber: true)
            } else {
                try run(accept, change, withNumber: true)
                try run(resend, change)
            }
        }
        for change in delivery.failed { try run(resend, change) }
    }

    private func run(_ statement: RawStatement, _ change: StarChange, withNumber: Bool = false) throws {
        statement.bind(change.record.stored, to: "record")
        statement.bind(change.isStarred ? 1 : 0, to: "starred")
        if withNumber { statement.bind(change.number, to: "changed") }
        try statement.run()
    }
}
