/// The songs that a person names in a command.
public enum NamedMusic: Equatable, Sendable {
    /// Songs by their ids, in the order of the words.
    case songs([Music])
    /// A search that finds at least one song.
    case search(MusicQuery)
}

extension GetMusicUsecase {
    /// Returns the songs that words name by the beginnings of their ids, or by a search as `SearchQuery` reads it.
    ///
    /// Words that are all as long as the ids of lists are ids if each begins one. Shorter words, such as “a” and
    /// “1979”, are ids only if the search finds nothing. The songs pass the filters of `query`, whose order and window
    /// a search has, too. Without words, all songs that pass the filters are found.
    ///
    /// Throws `MusicError.noMatch`; `.notFound` or `.ambiguousID` if all words look like ids and one of them is none;
    /// and `SourceError.notFound` if the query names an unknown source.
    public func find(named words: [String], in query: MusicQuery = MusicQuery()) async throws -> NamedMusic {
        try await check(query)
        let canBeIDs = !words.isEmpty && words.allSatisfy { MusicIDPrefix($0) != nil }
        if canBeIDs, words.allSatisfy({ $0.utf8.count >= MusicID.shortDigits }) {
            do { return .songs(try await songs(withIDs: words, in: query)) } catch MusicError.notFound {}
        }
        var search = query
        search.text = SearchQuery.text(of: words)
        if try await hasResults(search) { return .search(search) }
        if canBeIDs { return .songs(try await songs(withIDs: words, in: query)) }
        throw MusicError.noMatch(try await hasResults(MusicQuery()) ? search : MusicQuery())
    }

    private func songs(withIDs words: [String], in query: MusicQuery) async throws -> [Music] {
        var songs: [Music] = []
        for word in words {
            let song = try await find(word)
            if query.matches(song) { songs.append(song) }
        }
        if songs.isEmpty { throw MusicError.noMatch(query) }
        return Array(songs.dropFirst(query.window.offset).prefix(query.window.limit ?? .max))
    }

    private func hasResults(_ query: MusicQuery) async throws -> Bool {
        var first = query
        (first.window, first.includesDetails) = (Window(limit: 1), false)
        for try await batch in batches(of: first) where !batch.isEmpty { return true }
        return false
    }
}
