import FermataDomain
import FermataPresentation
import Foundation

/// The data sources and use cases that the TUI is built from.
struct TUIServices: Sendable {
    let music: MusicListDataSource
    let artists: ArtistListDataSource
    let albums: AlbumListDataSource
    let annotations: AnnotationDataSource
    let lyrics: LyricsDataSource
    let playlists: PlaylistsDataSource
    let playlistEditor: PlaylistEditorDataSource
    let artistPages: ArtistDataSource
    let downloads: DownloadsDataSource
    let toDos: Lazy<ToDoListDataSource>
    let suggestions: SearchSuggestionsDataSource
    let undo: UndoDataSource
    let deliveries: DeliveryDataSource
    let artwork: GetArtworkUsecase
    let sources: SourcesDataSource
    let player: TUIPlayer
    let libraryChanges: any LibraryChangeObserver
    let notice: LibraryNotice
    let theme: ThemeFile
    let notes: Notes
    /// How many downloads run at the same time.
    let downloadJobs: Int
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
}

/// Reads the content of the TUI's screens.
extension TUIServices {
    /// Emits the requested content, once or in several updates. Throws `LibraryError`.
    func read(_ load: TUILoad, _ emit: @escaping @Sendable (TUILoadResult) -> Void) async throws {
        let window = load.window
        switch load.source {
        case .music(var query):
            query.window = window
            for try await screen in music.screens(for: query) {
                return emit(.rows(try await rows(screen.rows), freshness: screen.freshness))
            }
        case .artists(let text): emit(.rows(try await artistRows(named: text, window)))
        case .bookmarkedArtists(let text):
            emit(.rows(try await artists.bookmarked(named: text, window: window).map(TUIRow.listedArtist)))
        case .albums(var query):
            query.window = window
            emit(.rows(try await albums.batches(of: query).all().map(TUIRow.album)))
        case .album(let row):
            let tracks = try await downloads.tracks(try await albums.batches(of: row, window: window).all())
            emit(.rows(AlbumScreen(row, tracks: tracks).tracks.map(TUIRow.albumTrack)))
        case .playlists(let text):
            emit(.rows(try await playlists.list(named: text, window: window).map(TUIRow.playlist)))
        case .playlistChoice(let choice):
            let rows = try await playlists.editable(named: choice.name).map(TUIRow.playlist)
            emit(.allRows([.newPlaylist] + rows, freshness: nil))
        case .playlist(let row):
            let tracks = try await playlists.batches(of: row, window: window).all()
            emit(.rows(try await rows(tracks)))
        case .downloads: emit(.rows(try await downloads.list(window: window).map(TUIRow.download)))
        case .toDos:
            let list = toDos.value
            let rows = try await list.batches(of: ToDoQuery(window: window)).all()
            emit(.rows(rows.map(TUIRow.toDo)))
        case .artist(let query): try await readArtist(query, isReload: load.isReload, emit)
        case .musicDetail(let id):
            let song = try await music.song(id.description)
            for track in try await downloads.tracks([song.row]) { emit(.music(track, records: song.records)) }
        case .lyrics(let id): emit(.lyrics(try await lyrics.screen(of: id.description)))
        case .toDoDetail(let number): emit(.toDo(try await toDos.value.detail(number)))
        case .sources: emit(.allRows(try await sources.list().map(TUIRow.source), freshness: nil))
        case .sourceDetail(let name): emit(.source(SourceDetailModel(try await sources.find(name))))
        case .queue: emit(.rows(try await player.data.queue(window).map(TUIRow.queued)))
        case .upcoming: emit(.rows(try await player.data.upcoming(window).map(TUIRow.queued)))
        case .player, .help: break
        }
    }

    /// Returns the total number of rows.
    func count(_ source: TUISource) async throws -> Int {
        switch source {
        case .music(let query): try await music.count(query)
        case .artists(let text): try await artistRows(named: text, .all).count
        case .bookmarkedArtists(let text): try await artists.bookmarked(named: text, window: .all).count
        case .albums(let query): try await albums.count(query)
        case .album(let row): try await albums.find(id: row.id).songCount
        case .playlists(let text): try await playlists.count(named: text)
        case .playlist(let row): try await playlists.find(id: row.id).count ?? 0
        case .playlistChoice(let choice): try await playlists.editable(named: choice.name).count + 1
        case .downloads: try await downloads.count()
        case .toDos: try await toDos.value.count(.toDo) + toDos.value.count(.done)
        case .sources: try await sources.list().count
        case .queue: try await player.data.queueCount()
        case .artist, .musicDetail, .lyrics, .toDoDetail, .sourceDetail, .player, .upcoming, .help: 0
        }
    }

    /// Returns the ids of songs, at most `limit`.
    func ids(of songs: TUISongs, limit: Int = .max) async throws -> [MusicID] {
        switch songs {
        case .songs(let ids): return Array(ids.prefix(limit))
        case .artist(let name): return Array(try await music.songs(by: name).map(\.id).prefix(limit))
        case .all(let parts):
            var found: [MusicID] = []
            for part in parts where found.count < limit { found += try await ids(of: part, limit: limit - found.count) }
            return found
        case .rows(let source, let window):
            return Array(try await ids(of: source, window, limit: limit).prefix(limit))
        }
    }

    /// The ids of the songs of a window of rows, of which some have many. Reads few more than `limit`.
    private func ids(of source: TUISource, _ rows: Window, limit: Int) async throws -> [MusicID] {
        var window = rows
        window.limit = min(rows.limit ?? .max, limit)
        switch source {
        case .music(var query):
            (query.window, query.includesDetails) = (window, false)
            return try await music.batches(of: query).all().map(\.id)
        case .album(let row): return try await albums.batches(of: row, window: window).all().map(\.id)
        case .playlist(let row): return try await playlists.batches(of: row, window: window).all().map(\.id)
        case .downloads: return try await downloads.list(window: window).map(\.id)
        case .queue: return try await player.data.queue(window).map(\.song.id)
        case .artist(let query):
            let rows = try await artistPages.completeScreen(for: query).rows
            return rows.dropFirst(window.offset).prefix(window.limit ?? .max).compactMap {
                if case .track(let row) = $0 { row.id } else { nil }
            }
        case .artists(let text): return try await ids(ofRows: artistRows(named: text, window), limit: limit)
        case .bookmarkedArtists(let text):
            return try await ids(
                ofRows: artists.bookmarked(named: text, window: window).map(TUIRow.listedArtist), limit: limit)
        case .albums(var query):
            query.window = window
            return try await ids(ofRows: albums.batches(of: query).all().map(TUIRow.album), limit: limit)
        case .playlists(let text):
            return try await ids(
                ofRows: playlists.list(named: text, window: window).map(TUIRow.playlist), limit: limit)
        case .playlistChoice, .toDos, .musicDetail, .lyrics, .toDoDetail, .sources,
            .sourceDetail, .player, .upcoming, .help:
            return []
        }
    }

    private func ids(ofRows rows: [TUIRow], limit: Int) async throws -> [MusicID] {
        try await ids(of: .all(rows.compactMap(\.songs)), limit: limit)
    }

    /// A window of the artists of albums; without a search, after a row for all artists.
    private func artistRows(named text: String, _ window: Window) async throws -> [TUIRow] {
        guard text.isEmpty else {
            return try await artists.list(named: text, ofAlbums: true, window: window).map(TUIRow.listedArtist)
        }
        let hasAll = window.offset == 0 && window.limit != 0
        let rest = Window(offset: window.offset - 1, limit: window.limit.map { hasAll ? $0 - 1 : $0 })
        let rows = try await artists.list(ofAlbums: true, window: rest).map(TUIRow.listedArtist)
        return (hasAll ? [.allArtists] : []) + rows
    }

    /// Emits a new page section by section; a page that is already shown is replaced at once.
    private func readArtist(
        _ query: ArtistPageQuery, isReload: Bool, _ emit: @Sendable (TUILoadResult) -> Void
    ) async throws {
        if isReload {
            let table = try await artistPages.completeScreen(for: query)
            let rows = try await artists.annotating(table.rows)
            return emit(.allRows(rows.map(TUIRow.artist), freshness: table.freshness))
        }
        for await update in artistPages.updates(for: query) {
            let rows = try await artists.annotating(update.rows)
            emit(.allRows(rows.map(TUIRow.artist), freshness: update.freshness))
            if !update.rows.contains(where: \.isLoading) { return }
        }
        try Task.checkCancellation()
    }

    private func rows(_ tracks: [MusicCellModel]) async throws -> [TUIRow] {
        try await downloads.tracks(tracks).map(TUIRow.music)
    }
}

extension ArtistCellModel {
    fileprivate var isLoading: Bool { if case .message(let message) = self { message.kind == .loading } else { false } }
}
