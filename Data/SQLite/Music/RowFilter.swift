/// A condition on rows of music beside the words of a search.
struct RowFilter {
    let condition: SQLCondition
    /// Whether the index of each order contains the columns of the condition.
    let isCovered: Bool
    /// A selection of `row` that finds by an index all rows that meet the condition; nil without an index.
    let rows: SQLCondition?

    init(_ condition: SQLCondition, isCovered: Bool, rows: SQLCondition? = nil) {
        (self.condition, self.isCovered, self.rows) = (condition, isCovered, rows)
    }

    /// A condition that one index decides.
    init(indexed condition: SQLCondition) {
        let rows = SQLCondition("SELECT row FROM music WHERE \(condition.sql)", condition.values)
        self.init(condition, isCovered: false, rows: rows)
    }

    var negated: RowFilter { RowFilter(condition.negated, isCovered: isCovered) }
}

extension [RowFilter] {
    var conditions: [SQLCondition] { map(\.condition) }
}
