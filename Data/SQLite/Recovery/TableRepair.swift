import GRDB

/// Copies a damaged table, halving each range of rows until only unreadable rows are skipped.
final class TableRepair {
    /// The last row number to try in a table whose last row is unreadable.
    ///
    /// Some tables are numbered by an id.
    private static let unknownExtent = Int64.max
    /// The number of consecutive failures after which a range is skipped.
    private static let patience = 50_000
    private let rows: RawStatement
    private let insert: RawStatement
    private let extent: Int64
    private var failures = 0

    /// Returns nil for a table that the damaged library lacks; it may lack columns, too.
    init?(of table: String, from damaged: Database, into db: Database) throws {
        let known: Set<String>
        do {
            known = Set(try damaged.makeStatement(sql: "SELECT * FROM \(table)").columnNames)
        } catch is DatabaseError {
            return nil
        }
        let names = try db.columns(in: table).map(\.name).filter(known.contains)
        let list = names.joined(separator: ", ")
        let values = names.map { ":\($0)" }.joined(separator: ", ")
        insert = try RawStatement(db, "INSERT OR IGNORE INTO \(table)(\(list)) VALUES (\(values))")
        do {
            rows = try RawStatement(
                damaged,
                "SELECT \(list), rowid AS number_of_row FROM \(table) WHERE rowid BETWEEN :first AND :last ORDER BY rowid"
            )
        } catch is DatabaseError {
            return nil
        }
        do {
            extent = max(0, try Int64.fetchOne(damaged, sql: "SELECT max(rowid) FROM \(table)") ?? 0)
        } catch is DatabaseError {
            extent = Self.unknownExtent
        }
    }

    /// Throws `DatabaseError` if the new library cannot be written.
    func run() throws {
        try copy(from: 0, through: extent)
    }

    private func copy(from first: Int64, through last: Int64) throws {
        var next = first
        rows.bind(first, to: "first")
        rows.bind(last, to: "last")
        while let isRow = step() {
            guard isRow else { return rows.reset() }
            failures = 0
            next = max(next, rows.integer("number_of_row") &+ 1)
            try copyRow()
        }
        failures += 1
        guard next < last, failures < Self.patience else { return }
        let middle = next + (last - next) / 2
        try copy(from: next, through: middle)
        try copy(from: middle + 1, through: last)
    }

    /// Whether the row exists; nil if it cannot be read.
    private func step() -> Bool? {
        do { return try rows.step() } catch { return nil }
    }

    /// A row that violates a constraint counts as damaged.
    private func copyRow() throws {
        insert.bindColumns(of: rows)
        do { try insert.run() } catch DatabaseError.SQLITE_MISMATCH { return }
    }
}
