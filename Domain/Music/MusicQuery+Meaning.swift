import Foundation

/// The specification of a query: every repository returns the same results.
extension MusicQuery {
    /// Returns the window of the matching music, in order. O(n log n).
    public func results(from music: [Music]) -> [Music] {
        let search = search
        let relevance = order == .relevance ? SearchRelevance(search.words) : nil
        let order = orderWithinRank
        let sorted = music.filter { matches($0, search) }.map { Ranked($0, relevance) }
            .sorted { precedes($0, $1, in: order) }.map(\.music)
        return Array(sorted.dropFirst(window.offset).prefix(window.limit ?? .max))
    }

    /// Returns whether a song passes every filter, regardless of the window.
    public func matches(_ music: Music) -> Bool { matches(music, search) }

    private func matches(_ music: Music, _ search: SearchQuery) -> Bool {
        explicit.allows(music.explicit)
            && (!bookmarkedOnly || music.isBookmarked)
            && (!downloadedOnly || music.isDownloaded)
            && (source.map(music.sources.contains) ?? true)
            && (artist.map { music.isBy(ArtistName($0)) } ?? true)
            && (album.map { SortKey($0) == SortKey(music.album) } ?? true)
            && search.terms.allSatisfy { $0.matches(music) }
    }

    private var search: SearchQuery { SearchQuery(text) }

    /// The order of songs of equal rank.
    package var orderWithinRank: SortOrder {
        guard order == .relevance else { return order }
        return search.words.isEmpty ? orderWithoutWords : .popular
    }

    private func precedes(_ lhs: Ranked, _ rhs: Ranked, in order: SortOrder) -> Bool {
        if bookmarkedFirst, lhs.music.isBookmarked != rhs.music.isBookmarked { return lhs.music.isBookmarked }
        if lhs.rank != rhs.rank { return (lhs.rank.rawValue < rhs.rank.rawValue) != isReversed }
        if let known = unknownLast(lhs.music, rhs.music, in: order) { return known }
        let forward = comparison(lhs, rhs, in: order)
        return isReversed ? forward > 0 : forward < 0
    }

    /// Orders a song without the value that the order needs after one with it; nil if both have it or both lack it.
    private func unknownLast(_ lhs: Music, _ rhs: Music, in order: SortOrder) -> Bool? {
        let (left, right) =
            switch order {
            case .popular: (lhs.popularity != nil, rhs.popularity != nil)
            case .newest: (lhs.released != nil, rhs.released != nil)
            case .played, .plays: (lhs.plays > 0, rhs.plays > 0)
            case .rating: (lhs.rating != nil, rhs.rating != nil)
            case .relevance, .title, .artist, .album, .added: (true, true)
            }
        return left == right ? nil : left
    }

    private func comparison(_ lhs: Ranked, _ rhs: Ranked, in order: SortOrder) -> Int {
        let primary =
            switch order {
            case .relevance, .title: 0
            case .artist: compare(lhs.artist, rhs.artist)
            case .album:
                first(
                    compare(lhs.album, rhs.album),
                    compare(lhs.albumArtist, rhs.albumArtist),
                    compare(lhs.music.disc ?? .min, rhs.music.disc ?? .min),
                    compare(lhs.music.track ?? .min, rhs.music.track ?? .min))
            case .popular: compare(rhs.music.popularity ?? 0, lhs.music.popularity ?? 0)
            case .newest: compare(rhs.music.released?.sortable ?? 0, lhs.music.released?.sortable ?? 0)
            case .added: compare(rhs.music.added, lhs.music.added)
            case .played: compare(rhs.music.lastPlayed ?? .distantPast, lhs.music.lastPlayed ?? .distantPast)
            case .plays: compare(rhs.music.plays, lhs.music.plays)
            case .rating: compare(rhs.music.rating?.rawValue ?? 0, lhs.music.rating?.rawValue ?? 0)
            }
        return first(
            primary, compare(lhs.title, rhs.title),
            compareCodePoints(lhs.music.title, rhs.music.title), compare(lhs.music.id, rhs.music.id))
    }

    /// Music with its sort keys, computed once per sort.
    private struct Ranked {
        let music: Music
        let title: SortKey
        let artist: SortKey
        let album: SortKey
        let albumArtist: SortKey
        let rank: SearchRank

        init(_ music: Music, _ relevance: SearchRelevance?) {
            self.music = music
            rank =
                relevance?.rank(title: music.title, artist: music.artist, text: SearchText(of: music)) ?? .equal
            title = SortKey(music.title)
            artist = SortKey(music.artist)
            album = SortKey(music.album)
            albumArtist = SortKey(AlbumArtist.name(music.albumArtist, ofSongBy: music.artist))
        }
    }
}

extension ReleaseDate {
    fileprivate var sortable: Int { (year * 100 + (month ?? 0)) * 100 + (day ?? 0) }
}

private func first(_ comparisons: Int...) -> Int { comparisons.first { $0 != 0 } ?? 0 }

private func compare<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> Int { lhs < rhs ? -1 : lhs > rhs ? 1 : 0 }

/// Compares strings by code point, as databases do; Swift's `<` compares normal forms.
private func compareCodePoints(_ lhs: String, _ rhs: String) -> Int {
    lhs.utf8.lexicographicallyPrecedes(rhs.utf8) ? -1 : rhs.utf8.lexicographicallyPrecedes(lhs.utf8) ? 1 : 0
}

extension SearchTerm {
    /// Returns whether a song meets the condition, or does not meet it if the term is negated.
    func matches(_ music: Music) -> Bool { condition.matches(music) != isNegated }
}

extension SearchTerm.Condition {
    fileprivate func matches(_ music: Music) -> Bool {
        switch self {
        case .text(let field, let word): field.names(of: music).contains { SearchText([$0]).contains(word) }
        case .number(let number, let range): number.value(of: music).map(range.contains) ?? false
        case .state(.bookmarked): music.isBookmarked
        case .state(.downloaded): music.isDownloaded
        case .state(.explicit): music.explicit == .explicit
        case .state(.clean): music.explicit == .clean
        case .state(.played): music.plays > 0
        }
    }
}

extension SearchField {
    fileprivate func names(of music: Music) -> [String] {
        switch self {
        case .anywhere: [music.title, music.artist, music.album]
        case .title: [music.title]
        case .artist: [music.artist]
        case .album: [music.album]
        case .genre: music.genre.map { [$0] } ?? []
        case .source: music.sources
        }
    }
}

extension SearchNumber {
    fileprivate func value(of music: Music) -> Int? {
        switch self {
        case .year: music.released?.year
        case .added: Int(saturating: music.added.timeIntervalSince1970.rounded(.down))
        case .duration: Int(music.duration.components.seconds)
        case .rating: music.rating?.rawValue
        }
    }
}

extension SearchText {
    /// Creates the text in which a song is searched.
    public init(of music: Music) {
        self.init(title: music.title, artist: music.artist, album: music.album)
    }
}
