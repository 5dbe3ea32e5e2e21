import FermataDomain
import GRDB

/// Writes the readable rows of one damaged table into a new library.
final class TableRepair {
    /// The number of rows written.
    var count = 0
    /// The number of rows whose text does not match its sort key or fingerprint, so that one of them is damaged.
    var alteredCount = 0
    private let db: Database
    private let table: StoredTable
    private let target: String
    /// The position of each sort key's text.
    private let keys: [Int: Int]
    /// The position of the song's artist; see `AlbumArtist`.
    private let artist: Int?
    /// The position of the order of titles.
    private let titleOrder: Int?
    /// One statement per number of columns: older rows have fewer.
    private var inserts: [Int: RawStatement] = [:]

    /// `target` is the table to write, if it differs from the stored one.
    init(_ table: StoredTable, into db: Database, target: String? = nil) {
        self.target = target ?? table.name
        self.db = db
        self.table = table
        artist = table.columns.firstIndex(of: "artist")
        titleOrder = table.columns.firstIndex(of: TitleOrder.column)
        keys = table.columns.enumerated().reduce(into: [:]) { keys, column in
            guard column.element.hasSuffix("_key") else { return }
            keys[column.offset] = table.columns.firstIndex(of: String(column.element.dropLast(4)))
        }
    }

    /// Writes a row with recomputed sort keys, and returns whether it is new.
    func write(_ row: StoredRow) throws -> Bool {
        var values = row.values.indices.map { value($0, of: row) }
        var isAltered = false
        // Rows of an older version lack the last keys.
        for (key, text) in keys where key < values.count {
            let expected = SortKey(name(text, of: row)).text
            isAltered = isAltered || row.text(key) != expected
            values[key] = .text(expected)
        }
        if let titleOrder { isAltered = set(titleOrder, of: row, in: &values) || isAltered }
        let insert = try insert(values.count)
        insert.bind(values)
        try insert.run()
        guard db.changesCount > 0 else { return false }
        count += 1
        if isAltered { alteredCount += 1 }
        return true
    }

    /// The name whose sort key is stored.
    private func name(_ column: Int, of row: StoredRow) -> String {
        let text = row.text(column) ?? ""
        guard table.columns[column] == "album_artist" else { return text }
        return AlbumArtist.name(text, ofSongBy: artist.flatMap(row.text) ?? "")
    }

    /// Recomputes the order of a title, and returns whether another one was stored.
    private func set(_ titleOrder: Int, of row: StoredRow, in values: inout [SQLValue]) -> Bool {
        let title = table.columns.firstIndex(of: "title").flatMap(row.text) ?? ""
        let order = TitleOrder.bytes(title: title, key: SortKey(title).text)
        // Rows of an older version lack the value, or have lyrics in its position.
        if values.count == titleOrder { values.append(.blob(order)) }
        defer { values[titleOrder] = .blob(order) }
        if case .blob(let stored) = values[titleOrder] { return stored != order }
        return false
    }

    private func value(_ column: Int, of row: StoredRow) -> SQLValue {
        if table.isRowID(column) { return .integer(row.rowID) }
        return switch row.values[column] {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let range): .text(String(decoding: row.payload[range], as: UTF8.self))
        case .blob(let range): .blob(Array(row.payload[range]))
        }
    }

    private func insert(_ columns: Int) throws -> RawStatement {
        if let known = inserts[columns] { return known }
        let names = table.columns.prefix(columns)
        let places = names.map { ":\($0)" }.joined(separator: ", ")
        let sql = "INSERT OR IGNORE INTO \(target)(\(names.joined(separator: ", "))) VALUES (\(places))"
        let statement = try RawStatement(db, sql)
        inserts[columns] = statement
        return statement
    }
}
