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
