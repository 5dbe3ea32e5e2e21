/// A value bound to a statement; outside text never becomes part of the SQL.
enum SQLValue {
    case text(String)
    case integer(Int64)
    case real(Double)
    case blob([UInt8])
    case null

    init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    init(_ number: Double?) { self = number.map(SQLValue.real) ?? .null }
}
