import GRDB

/// A table of the library, and how its rows are recognized on pages whose table is unknown.
///
/// The types of its columns distinguish each table from all others, except `playlist_entry`; see `PlaylistEntryRepair`.
struct StoredTable {
    private enum Kind {
        case rowID, integer, real, text, blob
        /// Up to version 7, the last value of music was its lyrics.
        case titleOrder
    }

    let name: String
    let columns: [String]
    private let hasRowID: Bool
    /// The number of columns of the first version; later versions have added more.
    private let oldestCount: Int
    private let kinds: [(kind: Kind, isRequired: Bool)]

    /// The tables that a repair copies. Caches and indexes are left out.
    static func all(in db: Database) throws -> [StoredTable] {
        try [
            StoredTable("source", oldestCount: 9, in: db), StoredTable("todo", oldestCount: 13, in: db),
            StoredTable("held_bookmark", in: db), StoredTable("music", oldestCount: 20, in: db),
            StoredTable("lyrics", in: db), StoredTable("record", in: db), StoredTable("download", in: db),
            StoredTable("recording", in: db), StoredTable("merged_record", in: db), StoredTable("music_artist", in: db),
            StoredTable("playlist", in: db), StoredTable("playlist_entry", in: db),
            StoredTable("star", in: db), StoredTable("playback", in: db), StoredTable("queue", in: db),
            StoredTable("play", in: db), StoredTable("scrobble", in: db), StoredTable("sqlite_sequence", in: db),
        ]
    }

    private init(_ name: String, oldestCount: Int? = nil, in db: Database) throws {
        let columns = try db.columns(in: name)
        let key = try db.primaryKey(name)
        let hasRowID = key.isRowID
        self.name = name
        self.columns = columns.map(\.name)
        self.hasRowID = hasRowID
        self.oldestCount = oldestCount ?? columns.count
        kinds = columns.map { column in
            let kind: Kind =
                switch (column.type, column.primaryKeyIndex) {
                case ("INTEGER", 1...) where hasRowID: .rowID
                case ("INTEGER", _),
                    ("", _) where column.name == "seq":
                    .integer
                case ("REAL", _): .real
                case ("BLOB", _): column.name == TitleOrder.column ? .titleOrder : .blob
                default: .text
                }
            return (kind, column.isNotNull || name == "sqlite_sequence")
        }
    }

    /// Whether pages of a kind can contain rows of this table. Tables without row numbers are stored as indexes.
    func isStored(on page: StoredPage.Kind) -> Bool { hasRowID == (page == .tableLeaf) }

    /// Whether a column is the row's number, which is stored outside the values.
    func isRowID(_ column: Int) -> Bool { kinds[column].kind == .rowID }

    /// Whether a row has the number of columns and the types of this table.
    func fits(_ row: StoredRow) -> Bool {
        guard (oldestCount...columns.count).contains(row.values.count) else { return false }
        return zip(row.values, kinds).allSatisfy { value, column in
            switch (value, column.kind) {
            case (.null, .rowID): true
            case (_, .rowID): false
            case (.null, _): !column.isRequired
            case (.integer, .integer), (.integer, .real), (.real, .real), (.text, .text), (.blob, .blob),
                (.text, .titleOrder), (.blob, .titleOrder):
                true
            default: false
            }
        }
    }
}
