import GRDB

/// Orders titles that have the same sort key, in fewer bytes than the titles themselves.
///
/// Most titles are their key with capital initials, and need one byte. Any other title is stored from its first
/// difference to that form on. Byte by byte, these values compare as the titles do.
enum TitleOrder {
    static let column = "title_order"
    private static let maxPrefix = 126
    private static let capitalizedKeyCode: UInt8 = 127
    private static let greaterTitleBase = 254

    /// Adds the column; each row has the value of a capitalized key until `set` is called.
    static let schema = "ALTER TABLE music ADD COLUMN \(column) BLOB NOT NULL DEFAULT x'7F';"

    /// The value of a title. A title that differs later from its capitalized key is nearer to it.
    static func bytes(title: String, key: String) -> [UInt8] {
        var (title, key) = (title, key)
        return title.withUTF8 { title in
            key.withUTF8 { key in
                var start = 0
                while start < min(title.count, key.count), title[start] == capitalized(key, start) { start += 1 }
                if start == title.count, start == key.count { return [capitalizedKeyCode] }
                let isLess = start == title.count || start < key.count && title[start] < capitalized(key, start)
                let shared = min(start, maxPrefix)
                return [UInt8(isLess ? shared : greaterTitleBase - shared)] + title[shared...]
            }
        }
    }

    private static func capitalized(_ key: UnsafeBufferPointer<UInt8>, _ place: Int) -> UInt8 {
        let isInitial = place == 0 || key[place - 1] == UInt8(ascii: " ")
        return isInitial && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(key[place]) ? key[place] - 32 : key[place]
    }

    /// Writes the values of all rows, in steps of bounded memory. O(n).
    static func set(in db: Database) throws {
        let rows = try RawStatement(
            db, "SELECT row, title, title_key FROM music WHERE row > :row ORDER BY row LIMIT \(rowsPerStep)")
        let update = try RawStatement(db, "UPDATE music SET \(column) = :order WHERE row = :row")
        var (last, isAtEnd): (Int64, Bool) = (.min, false)
        while !isAtEnd {
            var changes: [(row: Int64, order: [UInt8])] = []
            rows.bind(last, to: "row")
            isAtEnd = true
            while try rows.step() {
                (last, isAtEnd) = (rows.integer("row"), false)
                let order = bytes(title: rows.text("title"), key: rows.text("title_key"))
                if order != [capitalizedKeyCode] { changes.append((last, order)) }
            }
            rows.reset()
            for (row, order) in changes {
                update.bind(row, to: "row")
                update.bind(.blob(order), to: "order")
                try update.run()
            }
        }
    }

    private static let rowsPerStep = 10_000
}
