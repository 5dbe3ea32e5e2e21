import FermataDomain
import Foundation
import GRDB
import GRDBSQLite

/// The SQL function that searches a name: `search_contains(name, forms)`, with one form of a word per line.
enum SearchFunction {
    private static let name = "search_contains"

    /// Defines the function on a connection. GRDB's own functions read a text up to its first NUL only.
    static func add(to db: Database) {
        sqlite3_create_function_v2(
            db.sqliteConnection, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, values in
                guard let name = text(values?[0]), let forms = text(values?[1]) else {
                    return sqlite3_result_null(context)
                }
                let isFound = contains(SearchText([name]).text, oneOf: forms)
                sqlite3_result_int(context, isFound ? 1 : 0)
            }, nil, nil, nil)
    }

    /// A condition on a column of names.
    static func condition(_ column: String, contains word: SearchWord, parameter: String) -> SQLCondition {
        SQLCondition("\(name)(\(column), :\(parameter))", [parameter: .text(word.forms.joined(separator: "\n"))])
    }
}

/// Whether a folded text contains one of the lines of another, byte by byte; folded text has no NUL.
private func contains(_ text: String, oneOf forms: String) -> Bool {
    forms.split(separator: "\n").contains { strstr(text, String($0)) != nil }
}

/// The text of an argument; nil for NULL.
private func text(_ value: OpaquePointer?) -> String? {
    guard let value, let start = sqlite3_value_text(value) else { return nil }
    return String(decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))), as: UTF8.self)
}
