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
    /// Whether counting the matches takes no longer than reading some of them: all music, bookmarks, downloads, artists,
    /// albums.
    public var hasFastCount: Bool { SearchQuery(text).terms.isEmpty && source == nil && explicit == .all }
}
