/// A search as people type it, on every screen: terms that must all be met.
///
/// A term is a word, a phrase in quotes, or a key with a value: `artist:bowie`, `year:1970..1979`, `is:explicit`. A `-`
/// before a term leaves out what it finds. An unknown key, and a value that its key cannot have, is a word.
public struct SearchQuery: Equatable, Sendable {
    public let terms: [SearchTerm]

    public init(_ text: String) {
        var parser = SearchParser(text)
        terms = parser.terms()
    }

    /// Joins the words of a command line: a shell has removed the quotes of `artist:"ed sheeran"`.
    public static func text(of words: [String]) -> String {
        words.map { word in
            guard word.contains(where: \.isWhitespace), let key = SearchParser.key(of: word) else { return word }
            return "\(key)\"\(word.dropFirst(key.count))\""
        }.joined(separator: " ")
    }

    /// The words and phrases without a key that a song must contain; the order by relevance compares them with names.
    public var words: [SearchWord] {
        terms.compactMap { term in
            if case .text(.anywhere, let word) = term.condition, !term.isNegated { word } else { nil }
        }
    }
}
