/// A search as people type it, on every screen: terms that must all be met.
///
/// A term is a word, a phrase in quotes, or a key with a value: `artist:bowie`, `year:1970..1979`, `is:explicit`. The
/// value of `genre:="Rock"` is a complete name. A `-` before a term excludes its matches. An unknown key, and a value that
/// its key cannot have, is a word.
public struct SearchQuery: Equatable, Sendable {
    /// The length that search fields and addresses accept, in Unicode scalars.
    public static let textLimit = 200
    /// Further terms are ignored.
    public static let termLimit = 100
    public let terms: [SearchTerm]

    public init(_ text: String) {
        var parser = SearchParser(text)
        terms = parser.terms(upTo: Self.termLimit)
    }

    init(terms: [SearchTerm]) {
        self.terms = terms
    }

    /// The keys that terms can have, in the order in which search fields offer them.
    public static let keys =
        SearchField.allCases.dropFirst().map(\.rawValue) + SearchNumber.allCases.map(\.rawValue)
        + [SearchTerm.stateKey]

    /// Returns the first value that its key cannot have, such as that of `year:abc`; the search reads it as a word.
    public static func invalidValue(in text: String) -> InvalidSearchValue? {
        for term in SearchParser.typedTerms(of: text) {
            guard let key = term.key, SearchWord(term.value) != nil,
                SearchTerm.Condition(key: key, value: term.value) == nil
            else { continue }
            return InvalidSearchValue(term.value, of: SearchNumber(rawValue: key).map { .number($0) } ?? .state)
        }
        return nil
    }

    /// Joins the words of a command line: a shell has removed the quotes of `artist:"ed sheeran"` and `genre:="rock"`.
    ///
    /// A word that contains quotes, or another key, is a separate search and stays unchanged.
    public static func text(of words: [String]) -> String {
        words.map { word in
            guard var key = SearchParser.key(of: word) else { return word }
            let isName = word.dropFirst(key.count).first == "="
            if isName { key += "=" }
            let value = word.dropFirst(key.count)
            return isOneName(value, fromWords: isName ? 1 : 2) ? "\(key)\"\(value)\"" : word
        }.joined(separator: " ")
    }

    /// Returns the search for a name that contains a text: `genre:"Hip-Hop"`. Quotes, which end a value, become spaces.
    public static func text(_ field: SearchField, containing text: String) -> String {
        (field == .anywhere ? "" : "\(field.rawValue):") + phrase(text)
    }

    /// Returns the search for a name that equals a text: `genre:="Rock"`. Quotes become spaces.
    public static func text(_ field: SearchField, named name: String) -> String {
        "\(field.rawValue):=\(phrase(name))"
    }

    private static func phrase(_ text: String) -> String {
        "\"\(String(text.map { SearchParser.isQuote($0) ? " " : $0 }))\""
    }

    /// Returns the search for all words of a text, none of which is a key: those of apps that do not know this language.
    ///
    /// An asterisk at the end of a word, which some of them add, and quotes around the text are dropped.
    public static func text(forWordsOf text: String) -> String {
        text.split { $0.isWhitespace || SearchParser.isQuote($0) }.map { word in
            word.last == "*" ? word.dropLast() : word
        }.filter { !$0.isEmpty }.map { self.text(.anywhere, containing: String($0)) }.joined(separator: " ")
    }

    private static func isOneName(_ value: Substring, fromWords count: Int) -> Bool {
        let parts = value.split(whereSeparator: \.isWhitespace)
        return parts.count >= count && !value.contains(where: SearchParser.isQuote)
            && !parts.dropFirst().contains { $0.hasPrefix("-") || SearchParser.key(of: String($0)) != nil }
    }

    /// The words and phrases that genres must contain.
    var genres: [String] {
        terms.compactMap { term in
            if case .text(.genre, let word) = term.condition, !term.isNegated { word.text } else { nil }
        }
    }

    /// The words and phrases that names must contain.
    var texts: [String] {
        terms.compactMap { term in
            if case .text(_, let word) = term.condition, !term.isNegated { word.text } else { nil }
        }
    }

    /// The words and phrases without a key that a song must contain; the order by relevance compares them with names.
    public var words: [SearchWord] {
        terms.compactMap { term in
            if case .text(.anywhere, let word) = term.condition, !term.isNegated { word } else { nil }
        }
    }
}

/// A condition of a search.
public struct SearchTerm: Equatable, Sendable {
    static let stateKey = "is"

    /// A text, a number in a range, or a state.
    public enum Condition: Equatable, Sendable {
        case text(SearchField, SearchWord)
        case number(SearchNumber, ClosedRange<Int>)
        case state(SearchState)
    }

    public var condition: Condition
    /// Whether songs that meet the condition are excluded.
    public var isNegated: Bool

    public init(_ condition: Condition, isNegated: Bool = false) {
        self.condition = condition
        self.isNegated = isNegated
    }
}

/// The names in which a word is searched. Without a key, it is searched in title, artist and album.
public enum SearchField: String, Equatable, Sendable, CaseIterable {
    case anywhere, artist, album, title, genre, source
}

/// A number of a song, searched in a range.
public enum SearchNumber: String, Equatable, Sendable, CaseIterable {
    /// The year of the release.
    case year
    /// When the song was added, in seconds since 1970.
    case added
    /// In seconds.
    case duration
    /// The rating of a rated song, from 1 to 5.
    case rating
}

/// A property of a song.
public enum SearchState: String, Equatable, Sendable, CaseIterable {
    case bookmarked, downloaded, explicit, clean, played
}

/// A value that the key of a search cannot have.
public struct InvalidSearchValue: Equatable, Sendable {
    /// The keys whose values are restricted.
    public enum Key: Equatable, Sendable {
        case number(SearchNumber)
        /// The key `is:`.
        case state
    }

    public let key: Key
    public let value: String

    public init(_ value: String, of key: Key) {
        self.key = key
        self.value = value
    }
}
