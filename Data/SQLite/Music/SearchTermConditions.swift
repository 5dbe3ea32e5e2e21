import FermataDomain

/// The terms of a search as conditions on rows of music.
struct SearchTermConditions {
    /// Conditions on columns of a row.
    private(set) var columns: [SQLCondition] = []
    /// Conditions on the search text of a row.
    private(set) var texts: [SearchTextCondition] = []

    init(_ terms: [SearchTerm], names: SourceNameCache) {
        for (index, term) in terms.enumerated() { add(term, "term\(index)", names) }
    }

    private mutating func add(_ term: SearchTerm, _ parameter: String, _ names: SourceNameCache) {
        switch term.condition {
        case .text(.anywhere, let word):
            texts.addOnce(SearchTextCondition(word, parameter, isNegated: term.isNegated))
        case .text(let field, let word):
            // The search text contains what these fields contain, and has an index.
            if !term.isNegated, [.title, .artist, .album].contains(field) {
                texts.addOnce(SearchTextCondition(word, parameter, isNegated: false))
            }
            add(Self.condition(field, word, parameter + "_name", names), isNegated: term.isNegated)
        case .number(let number, let range):
            add(Self.condition(number, range, parameter), isNegated: term.isNegated)
        case .state(let state): add(SQLCondition(state.sql), isNegated: term.isNegated)
        }
    }

    private mutating func add(_ condition: SQLCondition, isNegated: Bool) {
        columns.append(isNegated ? condition.negated : condition)
    }

    private static func condition(
        _ field: SearchField, _ word: SearchWord, _ parameter: String, _ names: SourceNameCache
    ) -> SQLCondition {
        guard field == .source else {
            return SearchFunction.condition(field.rawValue, contains: word, parameter: parameter)
        }
        return SQLCondition("sources & :\(parameter) <> 0", [parameter: .integer(names.mask(ofNamesWith: word))])
    }

    private static func condition(
        _ number: SearchNumber, _ range: ClosedRange<Int>, _ parameter: String
    ) -> SQLCondition {
        let (first, last) = (Int64(range.lowerBound), Int64(range.upperBound))
        let stored = number == .year ? MusicRow.releases(in: first...last) : first...last
        return SQLCondition(
            "\(number.column) BETWEEN :\(parameter)_first AND :\(parameter)_last",
            ["\(parameter)_first": .integer(stored.lowerBound), "\(parameter)_last": .integer(stored.upperBound)])
    }
}

extension SearchNumber {
    fileprivate var column: String {
        switch self {
        case .year: "released"
        case .added: "added"
        case .duration: "duration"
        }
    }
}

extension SearchState {
    fileprivate var sql: String {
        switch self {
        case .bookmarked: "bookmarked = 1"
        case .downloaded: MusicRow.isDownloaded
        case .explicit: "explicit = \(MusicRow.stored(.explicit))"
        case .clean: "explicit = \(MusicRow.stored(.clean))"
        }
    }
}
