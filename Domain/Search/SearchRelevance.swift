/// How well the names of a song match the words of a search; the best match comes first.
public enum SearchRank: Int, Equatable, Sendable, CaseIterable {
    /// The title or the artist equals the words.
    case equal
    /// The title or the artist begins with the words.
    case beginning
    /// Each word is the beginning of a word of title, artist or album.
    case wordBeginnings
    case elsewhere
}

/// Compares the names of songs with the words of a search.
public struct SearchRelevance: Equatable, Sendable {
    public let words: [SearchWord]
    /// The words as one name. Names are equal, and begin with it, by their sort keys.
    public let name: String
    public let key: SortKey

    /// Returns nil without words.
    public init?(_ words: [SearchWord]) {
        if words.isEmpty { return nil }
        self.words = words
        name = words.map(\.text).joined(separator: " ")
        key = SortKey(name)
    }

    /// The rank of a song that contains the words.
    public func rank(title: String, artist: String, text: SearchText) -> SearchRank {
        if [title, artist].contains(where: isEqual) { return .equal }
        if !key.isEmpty, [title, artist].contains(where: { SortKey($0).text.utf8.starts(with: key.text.utf8) }) {
            return .beginning
        }
        return words.allSatisfy(text.containsBeginning) ? .wordBeginnings : .elsewhere
    }

    /// Names without letters and digits have no key, and are compared as they are.
    private func isEqual(_ other: String) -> Bool {
        key.isEmpty ? other.utf8.elementsEqual(name.utf8) : SortKey(other) == key
    }
}
