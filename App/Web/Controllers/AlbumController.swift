import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Lists albums and genres, and the songs of an album.
struct AlbumController {
    let albums: AlbumListDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("albums", use: list)
            .get("albums/:id", use: album)
            .get("music/:id/album") { request, context in
                try await Response.row(request) { try await albums.find(ofSong: try context.parameter("id")) }
            }
            .get("genres", use: genres)
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let query = try parameters.albums()
        let isCounted = try parameters.flag("total")
        try parameters.end()
        let window = try await albums.window(of: query, isCounted: isCounted)
        return .rows(window.rows, at: "/api/albums", of: window.total, in: query.window, parameters)
    }

    private func album(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let window = try parameters.window()
        try parameters.end()
        let album = try await albums.find(id: try context.albumID())
        let songs = try await albums.batches(of: album, window: window).all()
        let values = AlbumField.allCases.map { NamedValue($0.rawValue, album.value(of: $0)) }
        return .rows(
            songs, at: "/api/albums/\(album.id)", of: album.songCount, in: window, parameters, after: values)
    }

    private func genres(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let (order, window) = (try parameters.choice("sort") ?? GenreOrder.songs, try parameters.window())
        try parameters.end()
        let genres = try await albums.genres(in: order, window: window)
        return .rows(genres.rows, at: "/api/genres", of: genres.total, in: window, parameters)
    }
}

/// Serves the lists of albums and genres, and the page of one album.
struct AlbumPageController {
    let albums: AlbumListDataSource
    let downloads: DownloadsDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("albums", renderer) { parameters, _ in try await list(&parameters) }
            .getPage("albums/:id", renderer) { parameters, context in
                try await album(try await albums.find(id: try context.albumID()), &parameters)
            }
            .getPage("music/:id/album", renderer) { parameters, context in
                try await album(try await albums.find(ofSong: try context.parameter("id")), &parameters)
            }
            .getPage("genres", renderer) { parameters, _ in try await genres(&parameters) }
    }

    private func list(_ parameters: inout QueryParameters) async throws -> Page {
        let query = try parameters.albumPage()
        let isCounted = try parameters.flag("total")
        try parameters.end()
        let window = try await albums.window(of: query.albums, isCounted: isCounted)
        let genres = try await albums.genres(window: Window(limit: AlbumListPageModel.genreLimit)).rows
        return AlbumListPageModel(query, total: window.total, genres: genres, years: try await albums.years())
            .page(window.rows)
    }

    private func album(_ album: AlbumCellModel, _ parameters: inout QueryParameters) async throws -> Page {
        let window = try parameters.window(pageSize: AlbumPageModel.pageSize)
        try parameters.end()
        let tracks = try await downloads.tracks(try await albums.batches(of: album, window: window).all())
        return AlbumPageModel(AlbumScreen(album, tracks: tracks), window: window).page
    }

    private func genres(_ parameters: inout QueryParameters) async throws -> Page {
        let window = try parameters.window()
        try parameters.end()
        let genres = try await albums.genres(window: window)
        return Page(
            .genres(window: window, total: genres.total), screen: .genres, search: .albums,
            rows: genres.rows.map { RelatedCellHTML($0) })
    }
}

/// Bookmarks and rates albums and artists.
struct AnnotationController {
    let annotations: AnnotationDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        addRoutes(to: group, "albums/:id") { edit, context in
            RowsJSON.object(try await annotations.edit(edit, ofAlbums: [try context.albumID()])[0])
        }
        addRoutes(to: group, "artists/:name") { edit, context in
            RowsJSON.object(try await annotations.edit(edit, ofArtists: [try context.parameter("name")])[0])
        }
    }

    private func addRoutes(
        to group: RouterGroup<WebContext>, _ path: String,
        _ change: @escaping @Sendable (AnnotationEdit, WebContext) async throws -> [UInt8]
    ) {
        func add(
            _ method: HTTPRequest.Method, _ value: String,
            _ edit: @escaping @Sendable (inout QueryParameters) throws -> AnnotationEdit
        ) {
            group.on("\(path)/\(value)", method: method) { request, context in
                var parameters = try QueryParameters(request)
                let edit = try edit(&parameters)
                try parameters.end()
                return Response.changed(try await change(edit, context))
            }
        }
        add(.put, "bookmark") { _ in .bookmark(true) }
        add(.delete, "bookmark") { _ in .bookmark(false) }
        add(.put, "rating") { .rate(try $0.rating("stars")) }
        add(.delete, "rating") { _ in .rate(nil) }
    }
}

extension WebContext {
    /// The complete id of an album in the path: names are not accepted, because they can change. Throws `AlbumError`.
    fileprivate func albumID() throws -> AlbumID { try AlbumID(complete: try parameter("id")) }
}

extension AlbumID {
    /// Reads a complete id. Throws `AlbumError` for another text.
    init(complete text: String) throws {
        guard text.utf8.count == MusicID.digits, let id = MusicIDPrefix(text)?.range.lowerBound else {
            throw AlbumError.notFound(text)
        }
        self.init(id.value)
    }

    /// Reads complete ids with a space between them. Throws `AlbumError` for other text.
    static func list(_ text: String) throws -> [AlbumID] {
        try (text.isEmpty ? [] : text.split(separator: " ", omittingEmptySubsequences: false)).map {
            try AlbumID(complete: String($0))
        }
    }
}
