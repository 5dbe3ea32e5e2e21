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
    /// How many names the terms are compared with; the genre is the last one.
    private let nameCount: Int
    private var text = SearchText([])

    /// Without `relevance`, all songs that are found have the first rank.
    init(_ search: SearchQuery, relevance: SearchRelevance?) {
        terms = search.terms.compactMap { term in
            guard case .text(let field, let word) = term.condition, let names = field.names else { return nil }
            return Term(names: names, word: word, isNegated: term.isNegated)
        }
        nameCount = terms.map(\.names.upperBound).max() ?? 0
        self.relevance = relevance
        key = Array((relevance?.key.text ?? "").utf8)
    }

    var isEmpty: Bool { terms.isEmpty }

    /// The rank of a song; nil if a term does not match. `names` are title, artist, album and genre.
    func rank(
        of names: [UnsafeBufferPointer<UInt8>], titleKey: UnsafeBufferPointer<UInt8>,
        artistKey: UnsafeBufferPointer<UInt8>
    ) -> SearchRank? {
        text.removeAll()
        for name in names.prefix(nameCount) { text.append(utf8: name) }
        guard terms.allSatisfy({ text.contains($0.word, inNames: $0.names) != $0.isNegated }) else { return nil }
        guard let relevance else { return .equal }
        let keys = [titleKey, artistKey].map { $0.starts(with: key) ? $0.count - key.count : nil }
        if relevance.key.isEmpty {
            // Names without letters and digits have no key, and are compared as they are.
            if names.prefix(2).contains(where: { $0.elementsEqual(relevance.name.utf8) }) { return .equal }
        } else if keys.contains(0) {
            return .equal
        } else if keys.contains(where: { $0 != nil }) {
            return .beginning
        }
        let isBeginning = relevance.words.allSatisfy { text.containsBeginning(of: $0, inNames: SearchField.allNames) }
        return isBeginning ? .wordBeginnings : .elsewhere
    }
}

extension SearchField {
    /// Title, artist and album, among the names of a song.
    fileprivate static let allNames = 0..<3

    /// The position of the field among the names of a song; nil for the source.
    fileprivate var names: Range<Int>? {
        switch self {
        case .anywhere: Self.allNames
        case .title: 0..<1
        case .artist: 1..<2
        case .album: 2..<3
        case .genre: 3..<4
        case .source: nil
        }
    }
}
