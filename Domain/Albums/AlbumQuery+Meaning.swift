/// The specification of a query: every repository returns the same results.
extension AlbumQuery {
    /// Returns the window of the matching albums of a library's music, in order. O(n log n).
    public func results(from music: [Music], _ annotations: [AlbumID: SubjectAnnotations] = [:]) -> [Album] {
        let sorted = matches(among: music, annotations).sorted(by: precedes)
        return sorted.dropFirst(window.offset).prefix(window.limit ?? .max).map(\.album)
    }

    /// Returns how many albums match, regardless of the window. O(n log n).
    public func count(in music: [Music], _ annotations: [AlbumID: SubjectAnnotations] = [:]) -> Int {
        matches(among: music, annotations).count
    }

    /// An album that matches, with its sort keys.
    private struct Match {
        let album: Album
        let name: SortKey
        let artist: SortKey
        let rank: SearchRank

        init(_ album: Album, _ rank: SearchRank) {
            (self.album, self.rank) = (album, rank)
            (name, artist) = (SortKey(album.name), SortKey(album.artist))
        }
    }

    /// The albums are those of the songs that the filter allows, so that no album shows that it has others.
    private func matches(among music: [Music], _ annotations: [AlbumID: SubjectAnnotations]) -> [Match] {
        let terms = AlbumTerms(SearchQuery(text))
        let (own, search) = (terms.own, terms.ofSongs)
        let relevance = order == .relevance ? SearchRelevance(search.words) : nil
        return AlbumGroups.songs(of: music.filter { explicit.allows($0.explicit) }).compactMap { release, songs in
            guard hasArtist(songs), var album = Album(inOrder: MusicQuery(order: .album).results(from: songs), release)
            else { return nil }
            album.annotations =
                album.annotationIDs(of: songs).lazy.compactMap { annotations[$0] }.first ?? SubjectAnnotations()
            guard !bookmarkedOnly || album.annotations.isBookmarked,
                own.allSatisfy({ $0.matches(album.annotations) })
            else { return nil }
            let found = songs.filter { song in search.terms.allSatisfy { $0.matches(song, .album) } }
            let rank = found.map { relevance?.rank(ofAlbumOf: $0) ?? .equal }.min { $0.rawValue < $1.rawValue }
            return rank.map { Match(album, $0) }
        }
    }

    private func hasArtist(_ songs: [Music]) -> Bool {
        guard let artist else { return true }
        let name = ArtistName(artist)
        return songs.contains { $0.isBy(name) || ArtistName($0.albumArtistName) == name }
    }

    private func precedes(_ lhs: Match, _ rhs: Match) -> Bool {
        if let known = unknownLast(lhs.album, rhs.album) { return known }
        let forward = firstDifference(
            compare(lhs.rank.rawValue, rhs.rank.rawValue), comparison(lhs, rhs), compare(lhs.name, rhs.name),
            compare(lhs.artist, rhs.artist), compare(lhs.album.id, rhs.album.id))
        return isReversed ? forward > 0 : forward < 0
    }

    /// Orders an album without the value that the order needs after one with it; nil if both have it or both lack it.
    private func unknownLast(_ lhs: Album, _ rhs: Album) -> Bool? {
        let (left, right) =
            switch order {
            case .newest: (lhs.released != nil, rhs.released != nil)
            case .played, .plays: (lhs.plays > 0, rhs.plays > 0)
            case .relevance, .name, .artist, .added, .random: (true, true)
            }
        return left == right ? nil : left
    }

    private func comparison(_ lhs: Match, _ rhs: Match) -> Int {
        switch order {
        case .relevance, .name: 0
        case .artist: firstDifference(compare(lhs.artist, rhs.artist), compare(rhs.album.released, lhs.album.released))
        case .newest: compare(rhs.album.released, lhs.album.released)
        case .added: compare(rhs.album.added, lhs.album.added)
        case .played: compare(rhs.album.lastPlayed, lhs.album.lastPlayed)
        case .plays: compare(rhs.album.plays, lhs.album.plays)
        case .random(let seed):
            firstDifference(
                compare(
                    RandomOrder.place(ofGroup: RandomOrder.group(of: lhs.album.id), seed: seed),
                    RandomOrder.place(ofGroup: RandomOrder.group(of: rhs.album.id), seed: seed)),
                compare(
                    RandomOrder.place(of: lhs.album.id, seed: seed), RandomOrder.place(of: rhs.album.id, seed: seed)))
        }
    }
}

extension SearchRelevance {
    /// The rank of an album one of whose songs contains the words.
    fileprivate func rank(ofAlbumOf song: Music) -> SearchRank {
        let artist = song.albumArtistName
        return rank(title: song.album, artist: artist, text: SearchText([artist, song.album]))
    }
}

/// The specification of look-ups by names; see `AlbumRepository`.
extension Album {
    /// Returns the albums of a library's music that match a name or id that a person types. O(n log n).
    public static func albums(
        matching text: String, by artist: String?, allowing filter: ExplicitFilter, limit: Int, among music: [Music],
        _ annotations: [AlbumID: SubjectAnnotations] = [:]
    ) -> [Album] {
        let named = AlbumQuery(artist: artist, order: .name, explicit: filter).results(from: music, annotations)
        let all = AlbumQuery(order: .name, explicit: filter).results(from: music, annotations)
        let name = ArtistName(text)
        let groups = [
            named.filter { ArtistName($0.name) == name } + all.filter { $0.id.description == text.lowercased() },
            named.filter { ArtistName($0.name).contains(text) },
            all.filter { MusicIDPrefix(text)?.range.contains(MusicID($0.id.value)) == true },
        ]
        return Array(groups.first { !$0.isEmpty }?.prefix(limit) ?? [])
    }
}

extension AlbumArtistCount {
    /// Returns a window of the artists of a library's albums whose name contains a text. O(n log n).
    public static func artists(
        of music: [Music], nameContaining text: String, from source: String? = nil, allowing filter: ExplicitFilter,
        window: Window
    ) -> [AlbumArtistCount] {
        let songs = music.filter { filter.allows($0.explicit) }
        let found = AlbumGroups.songs(of: songs).compactMap { release, songs in
            songs.contains { source == nil || $0.sources.contains(source ?? "") }
                ? Album(inOrder: songs, release)?.id : nil
        }
        let ids = Set(found)
        let albums = AlbumQuery(order: .artist).results(from: songs).filter {
            !$0.artist.isEmpty && ids.contains($0.id)
        }
        let groups = Dictionary(grouping: albums) { ArtistName($0.artist) }.filter { $0.key.contains(text) }
        let sorted = groups.sorted { $0.key < $1.key }
        return sorted.dropFirst(window.offset).prefix(window.limit ?? .max).map {
            AlbumArtistCount(
                name: $0.value[0].artist, albumCount: $0.value.count,
                artwork: $0.value.first { $0.artwork != nil }?.id)
        }
    }
}

extension Album {
    /// The ids that the album of these songs has while its name has one release or several. The annotations of the first
    /// one that has some are the album's: those of a release precede those of the name.
    package func annotationIDs(of songs: [Music]) -> [AlbumID] {
        guard let key = AlbumKey(name, by: artist) else { return [id] }
        let other = AlbumID(key, release.alternative(of: songs.map(\.release)))
        return release == .any ? [other, id] : [id, other]
    }
}

/// A search for albums: the terms about albums themselves, and a search with those about their songs.
package struct AlbumTerms {
    package private(set) var own: [AlbumTerm] = []
    package let ofSongs: SearchQuery

    package init(_ search: SearchQuery) {
        var others: [SearchTerm] = []
        for term in search.terms {
            if let term = AlbumTerm(term) { own.append(term) } else { others.append(term) }
        }
        ofSongs = SearchQuery(terms: others)
    }
}

/// A term about an album's own bookmark or rating.
package struct AlbumTerm {
    package enum Condition {
        case bookmarked
        case rating(ClosedRange<Int>)
    }

    package let condition: Condition
    package let isNegated: Bool

    /// Returns nil for a term about songs.
    fileprivate init?(_ term: SearchTerm) {
        switch term.condition {
        case .state(.bookmarked): condition = .bookmarked
        case .number(.rating, let range): condition = .rating(range)
        case .text, .number, .state: return nil
        }
        isNegated = term.isNegated
    }

    fileprivate func matches(_ annotations: SubjectAnnotations) -> Bool {
        let isMet =
            switch condition {
            case .bookmarked: annotations.isBookmarked
            case .rating(let range): annotations.rating.map { range.contains($0.rawValue) } ?? false
            }
        return isMet != isNegated
    }
}
