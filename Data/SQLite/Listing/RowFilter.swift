import FermataDomain

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

extension RowFilter {
    /// Creates filters for the terms of a search about columns: numbers, states and sources.
    static func filters(of search: SearchQuery, names: SourceNameCache) -> [RowFilter] {
        search.terms.enumerated().compactMap { index, term in
            let filter = filter(term.condition, "term\(index)", names)
            return term.isNegated ? filter?.negated : filter
        }
    }

    private static func filter(
        _ condition: SearchTerm.Condition, _ parameter: String, _ names: SourceNameCache
    ) -> RowFilter? {
        switch condition {
        case .text(.source, let word):
            RowFilter(
                SQLCondition(
                    "sources & :\(parameter) <> 0", [parameter: .integer(names.mask(ofNamesWith: word))]),
                isCovered: true)
        case .text: nil
        case .number(let number, let range): filter(number, range, parameter)
        case .state(let state): RowFilter(SQLCondition(state.sql(names)), isCovered: true, rows: state.rows)
        }
    }

    private static func filter(
        _ number: SearchNumber, _ range: ClosedRange<Int>, _ parameter: String
    ) -> RowFilter {
        let (first, last) = (Int64(range.lowerBound), Int64(range.upperBound))
        let stored = number == .year ? MusicRow.releases(in: first...last) : first...last
        let condition = SQLCondition(
            "\(number.column) BETWEEN :\(parameter)_first AND :\(parameter)_last",
            ["\(parameter)_first": .integer(stored.lowerBound), "\(parameter)_last": .integer(stored.upperBound)])
        return number == .duration ? RowFilter(condition, isCovered: false) : RowFilter(indexed: condition)
    }
}

extension SearchNumber {
    fileprivate var column: String {
        switch self {
        case .year: "released"
        case .added: "added"
        case .duration: "duration"
        case .rating: "rating"
        }
    }
}

extension SearchState {
    private static let playedRows = "SELECT row FROM music WHERE played IS NOT NULL"

    /// Selects the rows in this state by an index; nil without one.
    fileprivate var rows: SQLCondition? { self == .played ? SQLCondition(Self.playedRows) : nil }

    fileprivate func sql(_ names: SourceNameCache) -> String {
        switch self {
        case .bookmarked: "bookmarked = 1"
        case .downloaded: MusicRow.isDownloaded(names)
        case .explicit: "explicit = \(MusicRow.stored(.explicit))"
        case .clean: "explicit = \(MusicRow.stored(.clean))"
        // Unlike a condition on each row, this finds the few played songs by their index.
        case .played: "music.row IN (\(Self.playedRows))"
        }
    }
}
