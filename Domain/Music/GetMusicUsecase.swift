/// Gets the music that the listener may see.
public struct GetMusicUsecase: Sendable {
    let repository: any MusicRepository
    private let sources: any SourceRepository
    private let listener: Listener

    public init(repository: any MusicRepository, sources: any SourceRepository, listener: Listener) {
        self.repository = repository
        self.sources = sources
        self.listener = listener
    }

    /// Emits the window of a query at once, then again after each change of the library.
    public func execute(_ query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        repository.pages(of: allowed(query))
    }

    /// Returns the window of a query in batches, all read from one state of the library.
    public func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        repository.batches(of: allowed(query))
    }

    /// Returns how many songs match a query, regardless of its window.
    ///
    /// Throws `SourceError.notFound` for an unknown source.
    public func count(_ query: MusicQuery) async throws -> Int {
        try await check(query)
        return try await repository.count(allowed(query))
    }

    /// Throws `SourceError.notFound` if the query names an unknown source.
    public func check(_ query: MusicQuery) async throws {
        guard let name = query.source else { return }
        _ = try await sources.sources().source(named: name)
    }

    /// Finds the one song whose id begins with the typed text.
    ///
    /// Throws `MusicError.notFound`, also for hidden music, or `.ambiguousID` with up to ten candidates.
    public func find(_ typed: String) async throws -> Music {
        guard let prefix = MusicIDPrefix(typed) else { throw MusicError.notFound(typed) }
        let candidates = try await repository.music(
            withPrefix: prefix, allowing: listener.filter, limit: Candidates.limit)
        guard let song = candidates.first else { throw MusicError.notFound(typed) }
        guard candidates.count == 1 else { throw MusicError.ambiguousID(typed, candidates: candidates) }
        return song
    }

    /// The query with the listener's filter.
    func allowed(_ query: MusicQuery) -> MusicQuery {
        var query = query
        query.explicit = listener.filter
        return query
    }
}

extension GetMusicUsecase {
    /// The shortest run of ids to choose. A song after a large gap between ids begins a run too often; in a longer run, it
    /// is one of many.
    private static let shortestRun = 16
    /// How many runs of ids are chosen of a large library, if that gives no run fewer than `shortestRun` songs.
    private static let runs = 64
    /// A library is large if it has this many times the songs to choose, so that most runs have new songs.
    private static let largeFactor = 4

    /// Returns the ids of any songs of the library in a random order, at most `count`, always the same for a seed.
    ///
    /// Of a large library, reads runs of ids from random ones on. Ids are hashes, so songs with neighbouring ids have
    /// nothing in common. To find out whether a library is large, first reads `largeFactor` times as many ids. Its time and
    /// memory depend on `count`, not on the size of the library.
    public func randomIDs(_ count: Int, seed: UInt64) async throws -> [MusicID] {
        var generator = SplitMix64(seed: seed)
        let limit = max(Self.runs, min(count, .max / Self.largeFactor)) * Self.largeFactor
        let first = try await repository.ids(from: MusicID(0), allowing: listener.filter, limit: limit)
        guard first.count == limit else { return Array(first.shuffled(using: &generator).prefix(count)) }
        let length = max(Self.shortestRun, count / Self.runs)
        var ids: Set<MusicID> = []
        // Runs can overlap, so more of them may be necessary. The last resort are the first ids.
        for _ in 0..<(Self.runs * Self.largeFactor) where ids.count < count {
            let start = MusicID(generator.next())
            let run = try await repository.ids(from: start, allowing: listener.filter, limit: length)
            ids.formUnion(run)
        }
        for id in first where ids.count < count { ids.insert(id) }
        return Array(ids.sorted().shuffled(using: &generator).prefix(count))
    }

    /// Returns any songs that a query finds in a random order, at most `count`, always the same for a seed.
    ///
    /// Without filters, its time depends on `count`; see `randomIDs`. Otherwise O(n) for n matches, of which `count` are
    /// kept: each match replaces one of them with the same probability.
    /// Source: J. S. Vitter, "Random Sampling with a Reservoir", ACM TOMS 11 (1985), algorithm R.
    public func randomMusic(_ count: Int, seed: UInt64, in query: MusicQuery) async throws -> [Music] {
        if query == MusicQuery() { return try await randomMusic(count, seed: seed) }
        var generator = SplitMix64(seed: seed)
        var all = query
        (all.window, all.includesDetails, all.order) = (.all, false, .title)
        var (chosen, seen): ([MusicID], Int) = ([], 0)
        for try await batch in batches(of: all) {
            for song in batch {
                seen += 1
                if chosen.count < count {
                    chosen.append(song.id)
                } else if case let place = generator.next() % UInt64(seen), place < count {
                    chosen[Int(place)] = song.id
                }
            }
        }
        return try await repository.music(chosen.shuffled(using: &generator), allowing: listener.filter)
    }

    /// Returns any songs of the library in a random order; see `randomIDs`.
    public func randomMusic(_ count: Int, seed: UInt64) async throws -> [Music] {
        try await repository.music(randomIDs(count, seed: seed), allowing: listener.filter)
    }
}

/// A window of songs, and how many songs match its query.
public struct MusicWindow: Equatable, Sendable {
    public var music: [Music]
    /// The number of all matches; nil if more songs follow and counting them is slower than reading the window.
    public var total: Int?

    public init(music: [Music], total: Int?) {
        self.music = music
        self.total = total
    }
}

extension GetMusicUsecase {
    /// Returns the window of a query, with the number of all matches if that does not delay the songs.
    ///
    /// The number is known if the list ends within the window, and for a query with a fast count. It is counted if the
    /// window has no songs, or if `isCounted` requests it. Throws `SourceError.notFound` for an unknown source.
    public func window(of query: MusicQuery, isCounted: Bool = false) async throws -> MusicWindow {
        try await check(query)
        let (offset, limit) = (query.window.offset, query.window.limit ?? .max)
        var withNext = query
        if limit < .max { withNext.window.limit = limit + 1 }
        var music: [Music] = []
        for try await batch in batches(of: withNext) { music += batch }
        if music.count > limit {
            music.removeLast()
        } else if !music.isEmpty || offset == 0 {
            return MusicWindow(music: music, total: offset + music.count)
        }
        let counts = isCounted || music.isEmpty || allowed(query).hasFastCount
        return MusicWindow(music: music, total: counts ? try await repository.count(allowed(query)) : nil)
    }
}

extension MusicQuery {
    /// Whether the matches are counted about as fast as a window of them is read: all music, bookmarks, downloads, and
    /// the songs of an artist or album.
    public var hasFastCount: Bool { SearchQuery(text).terms.isEmpty && source == nil && explicit == .all }
}

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
        guard try await hasResults(MusicQuery()) else { throw MusicError.noMatch(MusicQuery()) }
        throw MusicError.noMatch(search, close: try await closeSongs(to: search))
    }

    /// Returns the songs that pass the filters of a search, and whose names are close to its words; see `CloseNames`.
    public func closeSongs(to search: MusicQuery) async throws -> [Music] {
        let typed = SearchQuery(search.text).texts.joined(separator: " ")
        return try await CloseNames.values(closeTo: typed, name: \.names) { part in
            var query = search
            query.text = SearchQuery.text(.anywhere, containing: part)
            query.window = Window(limit: Candidates.limit)
            query.includesDetails = false
            var songs: [Music] = []
            for try await batch in batches(of: query) { songs += batch }
            return songs
        }
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

extension Music {
    /// The names in which words are searched.
    fileprivate var names: String { [title, artist, album].joined(separator: " ") }
}
