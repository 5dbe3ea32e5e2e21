public import FermataDomain
public import Foundation

/// Provides an artist's page: as a complete screen, or as a screen that changes row by row.
public struct ArtistDataSource: Sendable {
    private let getPage: GetArtistPageUsecase
    private let audience: ProblemModel.Audience
    private let now: @Sendable () -> Date

    public init(
        getPage: GetArtistPageUsecase, audience: ProblemModel.Audience, now: @escaping @Sendable () -> Date
    ) {
        self.getPage = getPage
        self.audience = audience
        self.now = now
    }

    /// Returns the one artist whose name contains a text. Throws `ArtistError`.
    public func find(_ typed: String) async throws -> Artist { try await getPage.find(typed) }

    /// Emits the stored screen at once, then the screen after each change, until the consumer stops.
    public func updates(for query: ArtistPageQuery) -> ArtistScreenUpdates {
        ArtistScreenUpdates(pages: getPage.execute(query), screen: ArtistScreen(for: audience, now: now))
    }

    /// Returns the screen once all its parts are loaded and no refresh is running. Throws if the page cannot be read.
    public func completeScreen(for query: ArtistPageQuery) async throws -> ArtistScreen {
        var last: ArtistPage?
        for try await case .page(let page) in getPage.execute(query) {
            last = page
            if page.isComplete { break }
        }
        try Task.checkCancellation()
        return last.map { ArtistScreen($0, for: audience, now: now) } ?? ArtistScreen(for: audience, now: now)
    }
}

extension ArtistPage {
    fileprivate var isComplete: Bool {
        if case .refreshing = freshness { return false }
        return albums != .loading && playlists != .loading && related != .loading
    }
}

/// The rows of an artist's page, which change with each update.
public struct ArtistScreen: Sendable {
    public private(set) var rows: [ArtistCellModel]
    /// How fresh the rows are; nil before the first page.
    public private(set) var freshness: FreshnessModel?
    /// The kind of problem if a part of the page could not be read; a message row contains the reason.
    public private(set) var problemKind: ProblemModel.Kind?

    private var trackPositions: [MusicID: Int] = [:]
    private let audience: ProblemModel.Audience
    private let now: @Sendable () -> Date

    /// A table before the first page: one loading message.
    public init(for audience: ProblemModel.Audience, now: @escaping @Sendable () -> Date) {
        rows = [.message(MessageCellModel(.loading, of: .table, "Loading…"))]
        self.audience = audience
        self.now = now
    }

    /// The table of a page.
    public init(_ page: ArtistPage, for audience: ProblemModel.Audience, now: @escaping @Sendable () -> Date) {
        self.init(for: audience, now: now)
        _ = show(page)
    }

    /// Replaces the page and returns whether that changes the table.
    public mutating func show(_ page: ArtistPage) -> Bool {
        let freshness = FreshnessModel(page.freshness, now: now())
        let rows = Array(page, freshness: freshness, for: audience)
        guard rows != self.rows || freshness != self.freshness else { return false }
        self.freshness = freshness
        problemKind = page.problemKind
        replaceRows(by: rows)
        return true
    }

    /// Shows that no page will follow: loading messages disappear, and the first row shows the error.
    public mutating func fail(_ error: any Error) {
        let problem = ProblemModel(error, for: audience)
        let message = MessageCellModel(.error, of: .table, "Cannot read the page. \(problem.sentence)")
        let remaining = rows.filter { row in
            if case .message(let message) = row { message.part != .table && message.kind != .loading } else { true }
        }
        problemKind = problem.kind
        replaceRows(by: [.message(message)] + remaining)
    }

    /// Shows the state of a track's download and returns whether that changes its row. O(1).
    public mutating func update(_ download: Download) -> Bool {
        guard let position = trackPositions[download.id], case .track(let track) = rows[position] else { return false }
        let changed = TrackCellModel(track.music, download: download.state, for: audience)
        guard changed != track else { return false }
        rows[position] = .track(changed)
        return true
    }

    private mutating func replaceRows(by rows: [ArtistCellModel]) {
        self.rows = rows
        trackPositions = Dictionary(minimumCapacity: rows.count)
        for (position, row) in rows.enumerated() {
            if case .track(let track) = row { trackPositions[track.id] = position }
        }
    }
}

extension ArtistPage {
    /// The kind of the first problem: of a part that could not be read, or of a source that cannot be used.
    fileprivate var problemKind: ProblemModel.Kind? {
        if case .failed(let error) = albums { return ProblemModel(error).kind }
        if case .failed(let error) = playlists { return ProblemModel(error).kind }
        if case .failed(let error) = related { return ProblemModel(error).kind }
        guard case .offline(_, let failures, _) = freshness else { return nil }
        return failures.first { $0.kind != .unreachable }.map { ProblemModel($0).kind }
    }
}

/// The states of an artist's screen. A failure is a message row of the last state.
public struct ArtistScreenUpdates: AsyncSequence, Sendable {
    let pages: AsyncThrowingStream<ArtistPageUpdate, any Error>
    let screen: ArtistScreen

    public func makeAsyncIterator() -> Iterator { Iterator(updates: pages.makeAsyncIterator(), screen: screen) }

    /// Computes each state on demand, in place if the consumer has released the earlier state.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var updates: AsyncThrowingStream<ArtistPageUpdate, any Error>.Iterator
        fileprivate var screen: ArtistScreen
        fileprivate var hasStarted = false

        public mutating func next(isolation actor: isolated (any Actor)?) async -> ArtistScreen? {
            if !hasStarted {
                hasStarted = true
                return screen
            }
            do {
                while let update = try await updates.next(isolation: actor) {
                    if show(update) { return screen }
                }
                return nil
            } catch {
                screen.fail(error)
                return screen
            }
        }

        /// Returns whether the update changes the screen.
        private mutating func show(_ update: ArtistPageUpdate) -> Bool {
            switch update {
            case .page(let page): screen.show(page)
            case .download(let download): screen.update(download)
            }
        }
    }
}

extension [ArtistCellModel] {
    /// The rows of a page: a problem if there is one, then albums, tracks, playlists and related artists.
    init(_ page: ArtistPage, freshness: FreshnessModel, for audience: ProblemModel.Audience) {
        self.init()
        if freshness.isProblem {
            append(.message(MessageCellModel(freshness.isOffline ? .offline : .error, of: .table, freshness.text)))
        }
        append(page.albums, of: .albums, called: "albums", for: audience) { albums in
            let own = albums.own.map { ArtistCellModel.album(AlbumCellModel($0)) }
            let others = albums.appearances.map { ArtistCellModel.album(AlbumCellModel($0, isAppearance: true)) }
            return (own + others, albums.hasMore)
        }
        appendTracks(of: page, for: audience)
        append(page.playlists, upTo: page.relatedLimit, of: .playlists, called: "playlists", for: audience) {
            .playlist(PlaylistCellModel($0.playlist, artistSongCount: $0.artistSongCount))
        }
        append(page.related, upTo: page.relatedLimit, of: .relatedArtists, called: "related artists", for: audience) {
            .relatedArtist(RelatedArtistCellModel($0))
        }
    }

    private mutating func appendTracks(of page: ArtistPage, for audience: ProblemModel.Audience) {
        for music in page.tracks {
            append(.track(TrackCellModel(music, download: page.downloads[music.id], for: audience)))
        }
        let hidden = page.trackCount - page.tracks.count
        if hidden > 0, !page.tracks.isEmpty {
            append(.message(MessageCellModel(.more, of: .tracks, "and " + CountText(hidden, "more track").text)))
        } else if page.trackCount == 0 {
            append(.message(MessageCellModel(.empty, of: .tracks, "No music by \(page.artist)")))
        }
    }

    /// Appends at most `limit` rows.
    private mutating func append<Value>(
        _ values: Loading<[Value]>, upTo limit: Int, of part: MessageCellModel.Part, called name: String,
        for audience: ProblemModel.Audience, row: (Value) -> ArtistCellModel
    ) {
        append(values, of: part, called: name, for: audience) { values in
            (values.prefix(limit).map(row), values.count > limit && limit > 0)
        }
    }

    private mutating func append<Value>(
        _ values: Loading<Value>, of part: MessageCellModel.Part, called name: String,
        for audience: ProblemModel.Audience, rows: (Value) -> (rows: [ArtistCellModel], hasMore: Bool)
    ) {
        switch values {
        case .loading:
            append(.message(MessageCellModel(.loading, of: part, "Loading \(name)…")))
        case .loaded(let values):
            let (rows, hasMore) = rows(values)
            self += rows
            if hasMore { append(.message(MessageCellModel(.more, of: part, "and more \(name)"))) }
        case .failed(let error):
            let text = "Cannot read the \(name). \(ProblemModel(error, for: audience).sentence)"
            append(.message(MessageCellModel(.error, of: part, text)))
        }
    }
}
