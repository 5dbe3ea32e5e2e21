import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Lists music, and sets bookmarks and ratings.
struct MusicController {
    let music: MusicListDataSource
    let annotations: AnnotationDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("music", use: list)
            .put("bookmarks", use: bookmark)
            .get("music/:id") { request, context in
                try await Response.row(request) { try await music.song(try context.parameter("id")) }
            }
            .put("music/:id/bookmark") { try await set(true, $0, $1) }
            .delete("music/:id/bookmark") { try await set(false, $0, $1) }
            .put("music/:id/rating") { request, context in
                var parameters = try QueryParameters(request)
                let rating = try parameters.rating("stars")
                return try await rate(rating, parameters, context)
            }
            .delete("music/:id/rating") { try await rate(nil, QueryParameters($0), $1) }
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let query = try parameters.music()
        let isCounted = try parameters.flag("total")
        try parameters.end()
        let window = try await music.window(of: query, isCounted: isCounted)
        return .rows(window.rows, at: "/api/music", of: window.total, in: query.window, parameters)
    }

    private func set(_ isBookmarked: Bool, _ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let row = try await music.find(try context.parameter("id"))
        return .changed(RowsJSON.object(try await music.setBookmark(isBookmarked, of: row)))
    }

    /// Bookmarks several songs and albums.
    private func bookmark(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["music", "album"])
        let songs = try MusicID.list(body["music"] ?? "")
        let albums = try AlbumID.list(body["album"] ?? "")
        if songs.isEmpty, albums.isEmpty {
            throw Problem(.badRequest, "Name songs in “music” or albums in “album”.", field: "music")
        }
        if !songs.isEmpty { _ = try await music.setBookmark(true, of: songs) }
        if !albums.isEmpty { _ = try await annotations.edit(.bookmark(true), ofAlbums: albums) }
        let text = SelectionModel.bookmarkedText(songs: songs.count, albums: albums.count)
        return .changed(JSONText.object([NamedValue("text", .text(text))]) + [UInt8(ascii: "\n")])
    }

    private func rate(
        _ rating: Rating?, _ parameters: QueryParameters, _ context: WebContext
    ) async throws -> Response {
        try parameters.end()
        let row = try await music.find(try context.parameter("id"))
        return .changed(RowsJSON.object(try await music.setRating(rating, of: row)))
    }
}

/// Completes the text of a search field.
struct SuggestionController {
    let suggestions: SearchSuggestionsDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("suggestions", use: list)
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let text = try parameters.searchText().unicodeScalars
        let cursor = try parameters.integer("cursor", in: 0...SearchQuery.textLimit) ?? text.count
        try parameters.end()
        let input = SearchInput(before: String(text.prefix(cursor)), after: String(text.dropFirst(cursor)))
        let rows = try await suggestions.suggestions(for: input)
        return .rows(rows, at: "/api/suggestions", of: rows.count, in: .all, parameters)
    }
}

/// Serves the list of music, the bookmarks, and the page and the row of one song.
struct MusicPageController {
    let music: MusicListDataSource
    let downloads: DownloadsDataSource
    let dateStyle: DateStyle
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("", renderer) { parameters, _ in try await list(&parameters, bookmarkedOnly: false) }
            .getPage("bookmarks", renderer) { parameters, _ in try await list(&parameters, bookmarkedOnly: true) }
            .getPage("music/:id", renderer) { parameters, context in
                try parameters.end()
                let song = try await music.song(try context.parameter("id"))
                let track = try await downloads.tracks([song.row])[0]
                var page = Page(
                    title: track.title, screen: .music, countText: track.row.artist,
                    content: MusicDetailModel(track, records: song.records, style: dateStyle).html)
                page.names = [track.artist, track.album]
                return page
            }
            .get("music/:id/row") { request, context in
                var parameters = try QueryParameters(request)
                return try await row(try context.parameter("id"), &parameters)
            }
    }

    private func list(_ parameters: inout QueryParameters, bookmarkedOnly: Bool) async throws -> Page {
        var query = try parameters.music()
        let isCounted = try parameters.flag("total")
        try parameters.end()
        query.bookmarkedOnly = query.bookmarkedOnly || bookmarkedOnly
        let window = try await music.window(of: query, isCounted: isCounted)
        let model = MusicListPageModel(query, total: window.total)
        let tracks = try await downloads.tracks(window.rows)
        let list = ListHTML(
            tracks.map { CellHTML($0, in: .music) }, paging: model.paging, emptyText: model.emptyText)
        return Page(
            title: model.title, screen: model.screen, search: model.search, countText: model.countText, list: list,
            choices: ListChoices(sorts: model.sorts, switches: model.switches), shuffled: model.shuffled)
    }

    private func row(_ id: String, _ parameters: inout QueryParameters) async throws -> Response {
        let kind = try parameters.choice("kind", of: CellHTML.Kind.self) ?? .music
        let index = try parameters.integer("index", in: 0...Window.largest) ?? 0
        let total = try parameters.integer("total", in: 0...Window.largest)
        try parameters.end()
        let track = try await downloads.tracks([try await music.find(id)])[0]
        return renderer.response(CellHTML(track, in: kind), at: RowPosition(index: index, total: total))
    }
}

/// Serves a page of any songs of the library, other ones for each request.
///
/// Its time does not depend on the size of the library.
struct RandomPageController {
    let music: MusicListDataSource
    let downloads: DownloadsDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("random", renderer) { parameters, _ in
            let limit = try parameters.window().limit ?? PagingModel.pageSize
            try parameters.end()
            let rows = try await music.random(limit, seed: .random(in: .min ... .max))
            let section = ListSection(rows: try await downloads.tracks(rows).map { CellHTML($0, in: .music) })
            return Page(title: MusicListPageModel.randomTitle, screen: .music, list: ListHTML([section]))
        }
    }
}
