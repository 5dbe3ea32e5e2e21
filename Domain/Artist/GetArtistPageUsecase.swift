/// Assembles an artist's page from several repositories, without content that the listener may not see.
public struct GetArtistPageUsecase: Sendable {
    private let music: any MusicRepository
    private let albums: any AlbumRepository
    private let artists: any ArtistRepository
    private let downloads: any DownloadRepository
    private let listener: Listener

    public init(
        music: any MusicRepository, albums: any AlbumRepository, artists: any ArtistRepository,
        downloads: any DownloadRepository, listener: Listener
    ) {
        self.music = music
        self.albums = albums
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
        guard let artist = candidates.first else {
            let close = try await CloseNames.values(closeTo: typed, name: \.name) { part in
                try await artists.artists(nameContaining: part, allowing: listener.filter, limit: Candidates.limit)
            }
            throw ArtistError.notFound(typed, close: close)
        }
        guard candidates.count == 1 else { throw ArtistError.ambiguousName(typed, candidates: candidates) }
        return artist
    }

    /// Emits the page with its tracks at once, then with albums and related content, and again after each change.
    ///
    /// Reads albums and related content again whenever the page's freshness changes; until then it emits the previous
    /// ones.
    public func execute(_ query: ArtistPageQuery) -> AsyncThrowingStream<ArtistPageUpdate, any Error> {
        let changes = changes(of: query)
        return .fromTask { continuation in try await follow(changes, for: query) { continuation.yield($0) } }
    }

    private enum Change: Sendable {
        case tracks(MusicPage)
        case download(Download)
    }

    /// Merges the changes of the artist's tracks and those of all downloads; ends with the former.
    private func changes(of query: ArtistPageQuery) -> AsyncThrowingStream<Change, any Error> {
        let (pages, downloads) = (music.pages(of: query.tracks(allowing: listener.filter)), downloads.changes())
        return .fromTask { continuation in
            let task = Task {
                for await download in downloads { continuation.yield(.download(download)) }
            }
            defer { task.cancel() }
            for try await page in pages { continuation.yield(.tracks(page)) }
        }
    }

    private func follow(
        _ changes: AsyncThrowingStream<Change, any Error>, for query: ArtistPageQuery, emit: (ArtistPageUpdate) -> Void
    ) async throws {
        let name = ArtistName(query.artist)
        var last: ArtistPage?
        for try await change in changes {
            switch change {
            case .tracks(let tracks):
                var page = try await page(query, tracks)
                if let last { page.takeParts(from: last) }
                emit(.page(page))
                if last?.freshness != page.freshness {
                    try await readParts(of: &page, query)
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

    private func readParts(of page: inout ArtistPage, _ query: ArtistPageQuery) async throws {
        let oneMore = query.relatedLimit == .max ? .max : query.relatedLimit + 1
        async let albums = loading { try await self.albums(of: query) }
        async let playlists = loading {
            try await artists.playlists(withMusicBy: query.artist, allowing: listener.filter, limit: oneMore)
        }
        async let related = loading {
            try await artists.relatedArtists(to: query.artist, allowing: listener.filter, limit: oneMore)
        }
        (page.albums, page.playlists, page.related) = try await (albums, playlists, related)
    }

    private func albums(of query: ArtistPageQuery) async throws -> ArtistAlbums {
        let limit = query.albumLimit == .max ? .max : query.albumLimit + 1
        let request = AlbumQuery(
            artist: query.artist, order: .newest, explicit: listener.filter, window: Window(limit: limit))
        var found: [Album] = []
        for try await batch in albums.batches(of: request) { found += batch }
        return ArtistAlbums(found, of: query.artist, limit: query.albumLimit)
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

/// Which tracks an artist's page shows and in which order.
public struct ArtistPageQuery: Equatable, Sendable {
    public var artist: String
    public var order: TrackOrder
    /// Reverses the order; tracks with an unknown date or popularity stay last.
    public var isReversed: Bool
    public var bookmarkedFirst: Bool
    /// The largest number of albums to show.
    public var albumLimit: Int
    /// The largest number of tracks to show.
    public var trackLimit: Int
    /// The largest number of playlists, and of related artists, to show.
    public var relatedLimit: Int

    public init(
        artist: String, order: TrackOrder = .popular, isReversed: Bool = false, bookmarkedFirst: Bool = false,
        albumLimit: Int = 200, trackLimit: Int = 1_000, relatedLimit: Int = 20
    ) {
        self.artist = artist
        self.order = order
        self.isReversed = isReversed
        self.bookmarkedFirst = bookmarkedFirst
        self.albumLimit = albumLimit
        self.trackLimit = trackLimit
        self.relatedLimit = relatedLimit
    }
}

/// The orders of an artist's tracks.
public enum TrackOrder: String, Equatable, Sendable, CaseIterable {
    case alphabetical
    case alphabeticalDescending = "alphabetical-descending"
    /// Most popular first.
    case popular
    /// Latest release first.
    case newest
}

extension ArtistPageQuery {
    /// Returns the query for the tracks of the page.
    func tracks(allowing filter: ExplicitFilter) -> MusicQuery {
        MusicQuery(
            artist: artist, order: order.sortOrder, isReversed: (order == .alphabeticalDescending) != isReversed,
            bookmarkedFirst: bookmarkedFirst, explicit: filter, window: Window(limit: trackLimit))
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

/// The content of an artist's page as far as it is loaded.
public struct ArtistPage: Equatable, Sendable {
    public var artist: String
    public var albums: Loading<ArtistAlbums>
    /// The first tracks in their order.
    public var tracks: [Music]
    /// The number of all tracks, including those that are not in `tracks`.
    public var trackCount: Int
    public var playlists: Loading<[ArtistPlaylist]>
    public var related: Loading<[RelatedArtist]>
    /// The states of those tracks whose download was requested.
    public var downloads: [MusicID: DownloadState]
    /// How many playlists and related artists to show; the page has one more of each if more exist.
    public var relatedLimit: Int
    public var freshness: Freshness

    public init(
        artist: String, albums: Loading<ArtistAlbums> = .loading, tracks: [Music], trackCount: Int,
        playlists: Loading<[ArtistPlaylist]> = .loading,
        related: Loading<[RelatedArtist]> = .loading, downloads: [MusicID: DownloadState] = [:],
        relatedLimit: Int = .max, freshness: Freshness
    ) {
        self.artist = artist
        self.albums = albums
        self.tracks = tracks
        self.trackCount = trackCount
        self.playlists = playlists
        self.related = related
        self.downloads = downloads
        self.relatedLimit = relatedLimit
        self.freshness = freshness
    }
}

extension ArtistPage {
    /// Takes over the parts that load separately.
    fileprivate mutating func takeParts(from page: ArtistPage) {
        (albums, playlists, related) = (page.albums, page.playlists, page.related)
    }
}

/// A part of the page that loads separately.
public enum Loading<Value: Equatable & Sendable>: Equatable, Sendable {
    case loading
    case loaded(Value)
    case failed(LibraryError)
}

/// A change of an artist's page.
public enum ArtistPageUpdate: Equatable, Sendable {
    case page(ArtistPage)
    /// The download of one of its tracks changed.
    case download(Download)
}
