import FermataDomain
import Foundation

/// Compares the names of many songs with the words of a search.
///
/// One statement at a time can use it, since it reuses the memory of its text.
final class SearchMatcher {
    private struct Term {
        let names: Range<Int>
        let word: SearchWord
        let isNegated: Bool
    }

    private let terms: [Term]
    private let relevance: SearchRelevance?
    private let key: [UInt8]
    private let subject: SearchTerm.Subject
    /// How many names the terms are compared with; the genre is the last one.
    private let nameCount: Int
    private var text = SearchText([])

    /// Without `relevance`, all songs that are found have the first rank.
    init(_ search: SearchQuery, relevance: SearchRelevance?, of subject: SearchTerm.Subject = .song) {
        terms = search.terms.compactMap { term in
            guard case .text(let field, let word) = term.condition, let names = field.names(of: subject) else {
                return nil
            }
            return Term(names: names, word: word, isNegated: term.isNegated)
        }
        nameCount = terms.map(\.names.upperBound).max() ?? 0
        self.relevance = relevance
        self.subject = subject
        key = Array((relevance?.key.text ?? "").utf8)
    }

    var isEmpty: Bool { terms.isEmpty }

    /// The rank of a song; nil if a term does not match.
    ///
    /// `names` are title, artist, album and genre, and `keys` those of title and artist. For albums, `names` are title,
    /// artist, artist of the album, album and genre, and `keys` those of album and artist of the album.
    func rank(
        of names: ArraySlice<UnsafeBufferPointer<UInt8>>, keys: ArraySlice<UnsafeBufferPointer<UInt8>>
    ) -> SearchRank? {
        text.removeAll()
        for name in names.prefix(nameCount) { text.append(utf8: name) }
        guard terms.allSatisfy({ text.contains($0.word, inNames: $0.names) != $0.isNegated }) else { return nil }
        guard let relevance else { return .equal }
        let keys = keys.map { $0.starts(with: key) ? $0.count - key.count : nil }
        if relevance.key.isEmpty {
            // Names without letters and digits have no key, and are compared as they are.
            let names = names[subject.comparedNames]
            if names.contains(where: { $0.elementsEqual(relevance.name.utf8) }) { return .equal }
        } else if keys.contains(0) {
            return .equal
        } else if keys.contains(where: { $0 != nil }) {
            return .beginning
        }
        let isBeginning = relevance.words.allSatisfy {
            text.containsBeginning(of: $0, inNames: subject.rankedNames)
        }
        return isBeginning ? .wordBeginnings : .elsewhere
    }
}

extension SearchTerm.Subject {
    /// The names that the words are compared with: title and artist, or album and artist of the album.
    fileprivate var comparedNames: Range<Int> { self == .song ? 0..<2 : 2..<4 }

    /// The names in which the words are looked for to rank them.
    fileprivate var rankedNames: Range<Int> { self == .song ? 0..<3 : 2..<4 }
}

extension SearchField {
    /// The position of the field among the names of a song; nil for the source.
    fileprivate func names(of subject: SearchTerm.Subject) -> Range<Int>? {
        switch (self, subject) {
        case (.anywhere, .song): 0..<3
        case (.anywhere, .album): 1..<4
        case (.title, _): 0..<1
        case (.artist, .song): 1..<2
        case (.artist, .album): 1..<3
        case (.album, .song): 2..<3
        case (.album, .album): 3..<4
        case (.genre, .song): 3..<4
        case (.genre, .album): 4..<5
        case (.source, _): nil
        }
    }
}
