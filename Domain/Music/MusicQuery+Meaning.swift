import Foundation

/// The specification of a query: every repository returns the same results.
extension MusicQuery {
    /// Returns the window of the matching music, in order. O(n log n).
    public func results(from music: [Music]) -> [Music] {
        let search = search
        let relevance = order == .relevance ? SearchRelevance(search.words) : nil
        let order = orderWithinRank
        let albums = order == .album ? AlbumGroups(of: music) : AlbumGroups(of: [])
        let sorted = music.filter { matches($0, search) }.map { Ranked($0, relevance, in: albums) }
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
            && (album?.contains(music) ?? true)
            && search.terms.allSatisfy { $0.matches(music, .song) }
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
                firstDifference(
                    compare(lhs.album, rhs.album),
                    compare(lhs.albumArtist, rhs.albumArtist), compare(lhs.albumID, rhs.albumID),
                    compare(lhs.music.disc, rhs.music.disc),
                    compare(lhs.music.track, rhs.music.track))
            case .popular: compare(rhs.music.popularity ?? 0, lhs.music.popularity ?? 0)
            case .newest: compare(rhs.music.released, lhs.music.released)
            case .added: compare(rhs.music.added, lhs.music.added)
            case .played: compare(rhs.music.lastPlayed ?? .distantPast, lhs.music.lastPlayed ?? .distantPast)
            case .plays: compare(rhs.music.plays, lhs.music.plays)
            case .rating: compare(rhs.music.rating?.rawValue ?? 0, lhs.music.rating?.rawValue ?? 0)
            }
        return firstDifference(
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
        /// Nil for a song without an album, which precedes the albums.
        let albumID: AlbumID?
        let rank: SearchRank

        init(_ music: Music, _ relevance: SearchRelevance?, in albums: AlbumGroups) {
            self.music = music
            rank =
                relevance?.rank(title: music.title, artist: music.artist, text: SearchText(of: music)) ?? .equal
            title = SortKey(music.title)
            artist = SortKey(music.artist)
            album = SortKey(music.album)
            albumArtist = SortKey(music.albumArtistName)
            albumID = albums.id(of: music)
        }
    }
}

extension SearchTerm {
    /// What a search finds.
    package enum Subject: Sendable {
        case song
        /// The album of a song.
        case album
    }

    /// Returns whether a song meets the condition, or does not meet it if the term is negated.
    func matches(_ music: Music, _ subject: Subject) -> Bool { condition.matches(music, subject) != isNegated }
}

extension SearchTerm.Condition {
    fileprivate func matches(_ music: Music, _ subject: SearchTerm.Subject) -> Bool {
        switch self {
        case .text(let field, let word):
            field.names(of: music, subject).contains { SearchText([$0]).contains(word) }
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
    fileprivate func names(of music: Music, _ subject: SearchTerm.Subject) -> [String] {
        let artists = subject == .album ? [music.artist, music.albumArtistName] : [music.artist]
        return switch self {
        case .anywhere: (subject == .album ? [] : [music.title]) + artists + [music.album]
        case .title: [music.title]
        case .artist: artists
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
