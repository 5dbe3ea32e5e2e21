import FermataDomain
import FermataPresentation
import Hummingbird

/// Serves the pages of artists as JSON.
struct ArtistController {
    let artists: ArtistDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("artists/:name", use: page)
    }

    private func page(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        var query = try parameters.artistPage(of: try context.parameter("name"))
        try parameters.end()
        let artist = try await artists.find(query.artist)
        query.artist = artist.name
        let table = try await artists.completeScreen(for: query)
        let values = [NamedValue("name", .text(artist.name)), NamedValue("count", .integer(artist.trackCount))]
        return .json(RowsJSON.object(values, rows: table.rows))
    }
}

/// Serves the list of artists, and the pages of artists.
struct ArtistPageController {
    /// The largest number of tracks on the page; the list of music has all of them.
    private static let trackLimit = 200
    let list: ArtistListDataSource
    let artists: ArtistDataSource
    let annotations: AnnotationDataSource
    let music: MusicListDataSource
    let downloads: DownloadsDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("artists/:name", renderer) { try await page(of: try $1.parameter("name"), &$0) }
            .getPage("artists", renderer) { parameters, _ in
                guard let name = parameters.text("name") else { return try await listPage(&parameters) }
                return try await page(of: name, &parameters)
            }
            .getPage("songs", renderer) { parameters, _ in try await songs(&parameters) }
    }

    private func listPage(_ parameters: inout QueryParameters) async throws -> Page {
        let (text, areOfAlbums) = (try parameters.searchText(), try parameters.flag("albumArtists"))
        let (window, isCounted) = (try parameters.window(), try parameters.flag("total"))
        try parameters.end()
        let artists = try await list.window(named: text, ofAlbums: areOfAlbums, in: window, isCounted: isCounted)
        let model = ArtistListPageModel(named: text, areOfAlbums: areOfAlbums, window: window, total: artists.total)
        return Page(
            title: model.title, screen: .artists, search: model.search, countText: model.countText,
            list: ListHTML(
                artists.rows.map { RelatedCellHTML($0) }, paging: model.paging, emptyText: model.emptyText),
            choices: ListChoices(sorts: model.kinds, switches: []))
    }

    private func page(of name: String, _ parameters: inout QueryParameters) async throws -> Page {
        var query = try parameters.artistPage(of: name)
        try parameters.end()
        let artist = try await annotations.artist(try await artists.find(name).name)
        query.artist = artist.name
        query.trackLimit = Self.trackLimit
        let table = try await artists.completeScreen(for: query)
        let model = ArtistPageModel(query, of: artist)
        return Page(
            title: model.title, screen: .artists, list: ListHTML(model.sections(table.rows)),
            choices: ListChoices(sorts: model.sorts, switches: model.switches), songs: model.playedSongs,
            collection: model.collection, head: { root in model.annotations?.html(below: root) })
    }

    /// All songs of an artist, album by album.
    private func songs(_ parameters: inout QueryParameters) async throws -> Page {
        let (name, window) = (parameters.text("artist") ?? "", try parameters.window())
        try parameters.end()
        let artist = try await artists.find(name).name
        let songs = try await music.songs(by: artist)
        let shown = Array(songs.dropFirst(window.offset).prefix(window.limit ?? .max))
        return Page(
            .songs(by: artist, window: window, total: songs.count), screen: .artists,
            rows: try await downloads.tracks(shown).map { CellHTML($0, in: .music) })
    }
}
