import FermataDomain
import FermataPresentation

/// Reads what a screen of the browser shows.
struct TUIQueries: Sendable {
    private let app: Composition
    private let toDos: LazyToDos

    init(_ app: Composition, toDos: LazyToDos) {
        self.app = app
        self.toDos = toDos
    }

    /// Hands over what was asked for: once, or as it becomes known. Throws `LibraryError`.
    func read(_ load: TUILoad, _ take: @escaping @Sendable (TUIPromptAnswer) -> Void) async throws {
        let window = load.window
        switch load.source {
        case .music(var query):
            query.window = window
            for try await screen in app.stored.screens(for: query) {
                return take(.rows(try await music(screen.rows), freshness: screen.freshness))
            }
        case .playlists(let text):
            take(.rows(try await app.playlists.list(named: text, window: window).map(TUIRow.playlist)))
        case .playlist(let row):
            let rows = try await Array(batches: { try await app.playlists.read(row, window: window, body: $0) })
            take(.rows(try await music(rows)))
        case .downloads: take(.rows(try await app.downloads.list(window: window).map(TUIRow.download)))
        case .toDos:
            let toDos = toDos.value
            let rows = try await Array(batches: { try await toDos.read(ToDoQuery(window: window), body: $0) })
            take(.rows(rows.map(TUIRow.toDo)))
        case .artist(let query): try await readArtist(query, isReload: load.isReload, take)
        case .musicDetail(let id): take(.music(try await app.stored.find(id.description)))
        case .toDoDetail(let number): take(.toDo(try await toDos.value.detail(number)))
        case .help: break
        }
    }

    /// How many rows there are in all.
    func count(_ source: TUISource) async throws -> Int {
        switch source {
        case .music(let query): try await app.stored.count(query)
        case .playlists(let text): try await app.playlists.count(named: text)
        case .playlist(let row): try await app.playlists.find(row.id.description).count
        case .downloads: try await app.downloads.count()
        case .toDos: try await toDos.value.count(.toDo) + toDos.value.count(.done)
        case .artist, .musicDetail, .toDoDetail, .help: 0
        }
    }

    /// A page that is not on the screen yet comes in parts; one that is there is replaced as a whole.
    private func readArtist(
        _ query: ArtistPageQuery, isReload: Bool, _ take: @Sendable (TUIPromptAnswer) -> Void
    ) async throws {
        if isReload {
            let table = try await app.artistPage.whole(for: query)
            return take(.allRows(table.rows.map(TUIRow.artist), freshness: table.freshness))
        }
        for await update in app.artistPage.tables(for: query) {
            take(.allRows(update.rows.map(TUIRow.artist), freshness: update.freshness))
            if !update.rows.contains(where: \.isLoading) { return }
        }
        try Task.checkCancellation()
    }

    private func music(_ rows: [MusicCellModel]) async throws -> [TUIRow] {
        try await app.downloads.tracks(rows).map(TUIRow.music)
    }
}

extension ArtistCellModel {
    fileprivate var isLoading: Bool { if case .message(let message) = self { message.kind == .loading } else { false } }
}
