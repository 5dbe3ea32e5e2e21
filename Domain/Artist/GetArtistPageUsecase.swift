/// Puts an artist's page together from what several repositories know, within what the listener may have.
public struct GetArtistPageUsecase: Sendable {
    private static let candidateLimit = 10
    private let music: any MusicRepository
    private let artists: any ArtistRepository
    private let downloads: any DownloadRepository
    private let listener: Listener

    public init(
        music: any MusicRepository, artists: any ArtistRepository, downloads: any DownloadRepository,
        listener: Listener
    ) {
        self.music = music
        self.artists = artists
        self.downloads = downloads
        self.listener = listener
    }

    /// The one artist whose name holds what a person typed.
    ///
    /// Throws `LibraryError.noSuchArtist`, `.ambiguousArtist` with up to ten candidates, or `.refusedByRule` where all of
    /// an artist's music is left out.
    public func find(_ typed: String) async throws -> Artist {
        let found = try await artists.artists(
            named: typed, allowing: listener.filter, limit: Self.candidateLimit)
        guard let artist = found.first else {
            let refused = try await artists.artists(named: typed, allowing: .all, limit: 1)
            throw refused.isEmpty ? LibraryError.noSuchArtist(typed) : .refusedByRule
        }
        guard found.count == 1 else { throw LibraryError.ambiguousArtist(typed, candidates: found) }
        return artist
    }

    /// The page at once with its tracks, then with all the rest; and again after each change.
    public func execute(_ query: ArtistPageQuery) -> AsyncThrowingStream<ArtistPageUpdate, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { await follow(query.artist) { continuation.yield(.download($0)) } }
                        try await assemble(query) { continuation.yield(.page($0)) }
                        group.cancelAll()
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func assemble(_ query: ArtistPageQuery, emit: (ArtistPage) -> Void) async throws {
        var last: ArtistPage?
        for try await tracks in music.pages(of: musicQuery(query)) {
            var page = try await page(query, tracks)
            let isNew = last?.freshness != page.freshness
            if let last, !isNew { (page.playlists, page.related) = (last.playlists, last.related) }
            emit(page)
            if isNew {
                page.playlists = await loading {
                    try await artists.playlists(
                        holding: query.artist, allowing: listener.filter, limit: query.companyLimit)
                }
                page.related = await loading {
                    try await artists.relatedArtists(
                        to: query.artist, allowing: listener.filter, limit: query.companyLimit)
                }
                emit(page)
            }
            last = page
        }
    }

    private func page(_ query: ArtistPageQuery, _ tracks: MusicPage) async throws -> ArtistPage {
        let count = tracks.music.count
        return ArtistPage(
            artist: query.artist, tracks: tracks.music,
            trackCount: count < query.trackLimit ? count : try await music.count(musicQuery(query)),
            downloads: try await downloads.states(of: tracks.music.map(\.id)), freshness: tracks.freshness)
    }

    private func loading<Value>(_ read: () async throws -> Value) async -> Loading<Value> {
        do { return .loaded(try await read()) } catch { return .failed(reason: "\(error)") }
    }

    private func follow(_ artist: String, emit: (Download) -> Void) async {
        let name = ArtistName(artist)
        for await change in downloads.changes()
        where ArtistName(change.music.artist) == name && listener.filter.allows(change.music.explicit) {
            emit(change)
        }
    }

    private func musicQuery(_ query: ArtistPageQuery) -> MusicQuery {
        MusicQuery(
            artist: query.artist, order: query.order.sortOrder, isReversed: query.order == .alphabeticalDescending,
            bookmarkedFirst: query.bookmarkedFirst, explicit: listener.filter,
            window: Window(limit: query.trackLimit))
    }
}

extension TrackOrder {
    fileprivate var sortOrder: SortOrder {
        switch self {
        case .alphabetical, .alphabeticalDescending: .title
        case .popular: .popular
        case .newest: .newest
        }
    }
}
