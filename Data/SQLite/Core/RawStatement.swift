internal import GRDB
internal import GRDBSQLite

/// A prepared statement that binds and reads text by its length, and steps at SQLite's own speed.
///
/// GRDB's `String` ends at a NUL. After a write, callers notify observers with `Database.notifyChanges(in:)`.
final class RawStatement {
    private let db: Database
    private let statement: Statement
    private let handle: SQLiteStatement

    /// Prepares a statement; a cached statement is prepared once per connection.
    ///
    /// A cached statement must not be stepped by two callers at the same time.
    init(_ db: Database, _ sql: String, _ values: [SQLValue] = [], isCached: Bool = false) throws {
        self.db = db
        statement = try isCached ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
        handle = statement.sqliteStatement
        if isCached { sqlite3_reset(handle) }
        for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
    }

    /// Advances to the next row; returns false at the end. Throws `DatabaseError`.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let message = db.lastErrorMessage
            sqlite3_reset(handle)
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
        }
    }

    /// Runs the statement to its end and resets it.
    func run() throws {
        while try step() {}
        sqlite3_reset(handle)
    }

    /// Resets the statement for the next values.
    func reset() { sqlite3_reset(handle) }

    /// Returns the first row, if any, and resets the statement.
    func first<Value>(_ read: (RawStatement) -> Value) throws -> Value? {
        defer { sqlite3_reset(handle) }
        return try step() ? read(self) : nil
    }

    /// Binds the first columns of another statement's current row with their types.
    func bind(columnsOf row: RawStatement, count: Int32) {
        for column in 0..<count { sqlite3_bind_value(handle, column + 1, sqlite3_column_value(row.handle, column)) }
    }

    func bind(_ value: SQLValue, at index: Int32) {
        switch value {
        case .text(let text): bind(text, at: index)
        case .integer(let number): bind(number, at: index)
        }
    }

    func bind(_ number: Int64?, at index: Int32) {
        if let number { sqlite3_bind_int64(handle, index, number) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ number: Int?, at index: Int32) { bind(number.map(Int64.init), at: index) }

    func bind(_ number: Double?, at index: Int32) {
        if let number { sqlite3_bind_double(handle, index, number) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ text: String?, at index: Int32) {
        guard var text else {
            sqlite3_bind_null(handle, index)
            return
        }
        text.withUTF8 { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            sqlite3_bind_text64(handle, index, start, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func optionalInteger(_ column: Int32) -> Int? {
        let number = integer(column)
        return number == 0 && isNull(column) ? nil : Int(number)
    }

    func optionalDouble(_ column: Int32) -> Double? {
        let number = sqlite3_column_double(handle, column)
        return number == 0 && isNull(column) ? nil : number
    }

    func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
}

/// A value bound to a statement; outside text never becomes part of the SQL.
enum SQLValue {
    case text(String)
    case integer(Int64)
}

/// SQLite's `SQLITE_TRANSIENT`: the bytes are copied before the call returns.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
