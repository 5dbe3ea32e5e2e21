import FermataDomain
import Foundation
import GRDB
import GRDBSQLite

/// A prepared statement that binds and reads text by its length, and steps at SQLite's own speed.
///
/// Parameters and columns have names: `bind(["title": .text(title)])` binds `:title`. A statement looks each name up
/// once. GRDB's `String` ends at a NUL. After a write to a table that `PageFeed` observes, callers call
/// `Database.notifyChanges(in:)`.
final class RawStatement {
    private let db: Database
    private let statement: Statement
    private let handle: SQLiteStatement
    private var parameters = NameIndexes()
    private var columns = NameIndexes()

    /// Prepares a statement and binds values by name; a cached statement is prepared once per connection.
    ///
    /// A cached statement must not be stepped by two callers at the same time.
    init(_ db: Database, _ sql: String, _ values: [String: SQLValue] = [:], isCached: Bool = false) throws {
        self.db = db
        statement = try isCached ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
        handle = statement.sqliteStatement
        if isCached { sqlite3_reset(handle) }
        for (name, value) in values { bind(value, at: parameter(named: name)) }
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

    /// Runs the statement to its end and resets it. Returns whether an `INSERT`, `UPDATE` or `DELETE` changed a row.
    @discardableResult
    func run() throws -> Bool {
        while try step() {}
        sqlite3_reset(handle)
        return db.changesCount > 0
    }

    /// Resets the statement for the next values.
    func reset() { sqlite3_reset(handle) }

    /// Returns the first row, if any, and resets the statement.
    func first<Value>(_ read: (RawStatement) throws -> Value) throws -> Value? {
        defer { sqlite3_reset(handle) }
        return try step() ? try read(self) : nil
    }

    /// Returns whether there is a row, and resets the statement.
    func hasRow() throws -> Bool {
        defer { sqlite3_reset(handle) }
        return try step()
    }

    /// Returns a value for each row, and resets the statement.
    func all<Value>(_ read: (RawStatement) throws -> Value) throws -> [Value] {
        defer { sqlite3_reset(handle) }
        var values: [Value] = []
        while try step() { values.append(try read(self)) }
        return values
    }

    /// Returns the number that the statement counts, and resets it.
    func count() throws -> Int { try first { Int($0.firstInteger) } ?? 0 }

    /// A value of the current row; a text or blob is valid until the next step.
    enum Value {
        case null, integer(Int64), real(Double), text(UnsafeBufferPointer<UInt8>), blob(UnsafeRawBufferPointer)
    }

    /// Binds values to the parameters in their order, for statements whose columns are known only at run time.
    func bind(_ values: [SQLValue]) {
        for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
    }
}

extension RawStatement {
    /// Binds values by name, and returns the statement.
    @discardableResult
    func bind(_ values: KeyValuePairs<StaticString, SQLValue>) -> RawStatement {
        for (name, value) in values { bind(value, to: name) }
        return self
    }

    func bind(_ value: SQLValue, to name: StaticString) { bind(value, at: parameter(name)) }

    /// Binds a pointer that an SQL function reads; `destroy` runs when the statement no longer needs it.
    func bind(
        _ pointer: UnsafeMutableRawPointer, type: StaticString, to name: StaticString,
        destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) {
        sqlite3_bind_pointer(handle, parameter(name), pointer, type.characters, destroy)
    }

    private func bind(_ value: SQLValue, at index: Int32) {
        switch value {
        case .text(var text):
            text.withUTF8 { bytes in
                let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                sqlite3_bind_text64(handle, index, start, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
            }
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .blob(let bytes): sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), transient)
        case .null: sqlite3_bind_null(handle, index)
        }
    }

    private func parameter(_ name: StaticString) -> Int32 {
        parameters.index(of: name) ?? parameters.add(name, parameter(named: "\(name)"))
    }

    private func parameter(named name: String) -> Int32 {
        let index = sqlite3_bind_parameter_index(handle, ":" + name)
        precondition(index > 0, "no parameter :\(name) in \(statement.sql)")
        return index
    }
}

extension RawStatement {
    func integer(_ name: StaticString) -> Int64 { sqlite3_column_int64(handle, column(name)) }

    /// The first column; reads millions of rows faster than by name.
    var firstInteger: Int64 { sqlite3_column_int64(handle, 0) }

    func optionalInteger(_ name: StaticString) -> Int? {
        let column = column(name)
        let number = sqlite3_column_int64(handle, column)
        return number == 0 && isNull(column) ? nil : Int(number)
    }

    func optionalDouble(_ name: StaticString) -> Double? {
        let column = column(name)
        let number = sqlite3_column_double(handle, column)
        return number == 0 && isNull(column) ? nil : number
    }

    func text(_ name: StaticString) -> String { optionalText(name) ?? "" }

    func optionalText(_ name: StaticString) -> String? {
        let column = column(name)
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    func blob(_ name: StaticString) -> [UInt8]? {
        let column = column(name)
        guard !isNull(column) else { return nil }
        let bytes = UnsafeRawBufferPointer(
            start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
        return Array(bytes)
    }

    /// The value of a column by its position, for copies of all columns.
    func value(at position: Int) -> Value {
        let column = Int32(position)
        switch sqlite3_column_type(handle, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(handle, column)
            return .blob(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
        default:
            let start = sqlite3_column_text(handle, column)
            return .text(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
        }
    }

    var columnNames: [String] {
        (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    private func column(_ name: StaticString) -> Int32 {
        if let index = columns.index(of: name) { return index }
        guard let index = columnNames.firstIndex(of: "\(name)") else {
            preconditionFailure("no column \(name) in \(statement.sql)")
        }
        return columns.add(name, Int32(index))
    }
}

/// SQLite's `SQLITE_TRANSIENT`: the bytes are copied before the call returns.
let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension StaticString {
    /// The text as a C string.
    var characters: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// The indexes of the names that were looked up in a statement.
///
/// Names are literals, so their addresses identify them. They usually recur in the same order with each row.
struct NameIndexes {
    private var known: [(name: UnsafePointer<UInt8>, index: Int32)] = []
    private var next = 0

    /// Returns the index of a name; nil before its first use.
    ///
    /// Calls no closure, so that the compiler can prove that accesses to a statement's indexes do not overlap.
    mutating func index(of name: StaticString) -> Int32? {
        let start = name.utf8Start
        if next < known.count, known[next].name == start {
            next += 1
            return known[next - 1].index
        }
        if let place = known.firstIndex(where: { $0.name == start }) {
            next = place + 1
            return known[place].index
        }
        return nil
    }

    /// Stores and returns the index of another name.
    mutating func add(_ name: StaticString, _ index: Int32) -> Int32 {
        known.append((name.utf8Start, index))
        next = known.count
        return index
    }
}

extension Database {
    /// Whether a table has no rows.
    func isEmpty(_ table: StaticString) throws -> Bool {
        try Row.fetchOne(self, sql: "SELECT 1 FROM \(table) LIMIT 1") == nil
    }
}

/// A value bound to a statement; outside text never becomes part of the SQL.
enum SQLValue {
    case text(String)
    case integer(Int64)
    case real(Double)
    case blob([UInt8])
    case null

    init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    init(_ number: Int64?) { self = number.map(SQLValue.integer) ?? .null }
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    /// Seconds since 1970, rounded down.
    init(_ time: Date?) {
        self = time.map { .integer(Int64(saturating: $0.timeIntervalSince1970.rounded(.down))) } ?? .null
    }
    init(_ number: Double?) { self = number.map(SQLValue.real) ?? .null }
}

/// A condition in SQL and the values of its parameters.
struct SQLCondition {
    let sql: String
    let values: [String: SQLValue]

    init(_ sql: String, _ values: [String: SQLValue] = [:]) {
        (self.sql, self.values) = (sql, values)
    }

    /// A condition that is true where this one is false or unknown.
    var negated: SQLCondition { SQLCondition("(\(sql)) IS NOT TRUE", values) }

    /// Parameters with equal names must have equal values.
    static func all(_ conditions: [SQLCondition]) -> SQLCondition { joined(conditions, by: " AND ", empty: "TRUE") }

    static func any(_ conditions: [SQLCondition]) -> SQLCondition { joined(conditions, by: " OR ", empty: "FALSE") }

    private static func joined(_ conditions: [SQLCondition], by word: String, empty: String) -> SQLCondition {
        guard conditions.count != 1 else { return conditions[0] }
        return SQLCondition(
            conditions.isEmpty ? empty : conditions.map { "(\($0.sql))" }.joined(separator: word),
            conditions.reduce(into: [:]) { $0.merge($1.values) { $1 } })
    }
}

/// Reads the values of a row by the names of its columns.
protocol RowValues {
    func integer(_ name: StaticString) -> Int64
    func optionalInteger(_ name: StaticString) -> Int?
    /// The column must have REAL affinity, so that SQLite returns its integers as REAL.
    func optionalDouble(_ name: StaticString) -> Double?
    func text(_ name: StaticString) -> String
    func optionalText(_ name: StaticString) -> String?
    func blob(_ name: StaticString) -> [UInt8]?
}

extension RowValues {
    /// A time that is stored in seconds since 1970; nil if it is unknown.
    func time(_ name: StaticString) -> Date? {
        optionalInteger(name).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }
}

extension RawStatement: RowValues {}
