/// Assembles an artist's page from several repositories, without content that the listener may not see.
public struct GetArtistPageUsecase: Sendable {
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

    /// Finds the one artist whose name contains the typed text.
    ///
    /// Throws `ArtistError.notFound`, also for a blank text and for an artist without music that the listener may see,
    /// or `.ambiguousName` with up to ten candidates.
    public func find(_ typed: String) async throws -> Artist {
        guard !typed.isBlank else { throw ArtistError.notFound(typed) }
        let candidates = try await artists.artists(
            nameContaining: typed, allowing: listener.filter, limit: Candidates.limit)
        guard let artist = candidates.first else { throw ArtistError.notFound(typed) }
        guard candidates.count == 1 else { throw ArtistError.ambiguousName(typed, candidates: candidates) }
        return artist
    }

    /// Emits the page with its tracks at once, then with related content, and again after each change.
    ///
    /// Reads related content again whenever the page's freshness changes; until then it emits the previous content.
    public func execute(_ query: ArtistPageQuery) -> AsyncThrowingStream<ArtistPageUpdate, any Error> {
        AsyncThrowingStream { continuation in
            let changes = ArtistPageChanges(
                pages: music.pages(of: query.tracks(allowing: listener.filter)), downloads: downloads.changes())
            let task = Task {
                do {
                    try await follow(changes, for: query) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func follow(
        _ changes: ArtistPageChanges, for query: ArtistPageQuery, emit: (ArtistPageUpdate) -> Void
    ) async throws {
        let name = ArtistName(query.artist)
        var last: ArtistPage?
        for try await change in changes.stream() {
            switch change {
            case .tracks(let tracks):
                var page = try await page(query, tracks)
                if let last { (page.playlists, page.related) = (last.playlists, last.related) }
                emit(.page(page))
                if last?.freshness != page.freshness {
                    (page.playlists, page.related) = try await relatedContent(query)
                    emit(.page(page))
                }
                last = page
            case .download(let download):
                guard download.music.isBy(name), listener.filter.allows(download.music.explicit) else { continue }
                emit(.download(download))
            }
        }
    }

    private func page(_ query: ArtistPageQuery, _ tracks: MusicPage) async throws -> ArtistPage {
        let count = tracks.music.count
        return ArtistPage(
            artist: query.artist, tracks: tracks.music,
            trackCount: count < query.trackLimit
                ? count : try await music.count(query.tracks(allowing: listener.filter)),
            downloads: try await downloads.states(of: tracks.music.map(\.id)), relatedLimit: query.relatedLimit,
            freshness: tracks.freshness)
    }

    private func relatedContent(
        _ query: ArtistPageQuery
    ) async throws -> (Loading<[ArtistPlaylist]>, Loading<[RelatedArtist]>) {
        let oneMore = query.relatedLimit == .max ? .max : query.relatedLimit + 1
        async let playlists = loading {
            try await artists.playlists(withMusicBy: query.artist, allowing: listener.filter, limit: oneMore)
        }
        async let related = loading {
            try await artists.relatedArtists(to: query.artist, allowing: listener.filter, limit: oneMore)
        }
        return try await (playlists, related)
    }

    /// Returns the state of a part: `.failed` for an error of the library. Throws `.damaged` and all other errors.
    private func loading<Value>(_ read: @Sendable () async throws -> Value) async throws -> Loading<Value> {
        do {
            return .loaded(try await read())
        } catch LibraryError.damaged(let path) {
            throw LibraryError.damaged(path: path)
        } catch let error as LibraryError {
            return .failed(error)
        }
    }
}
