import FermataDomain
import FermataPresentation
import Hummingbird

/// Lists playlists and their music, and makes and changes the library's own ones.
struct PlaylistController {
    let playlists: PlaylistsDataSource
    let editor: PlaylistEditorDataSource
    let songs: MusicListDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("playlists", use: list)
            .post("playlists", use: create)
            .get("playlists/:id") { request, context in
                try await Response.row(request) { try await playlist(context) }
            }
            .patch("playlists/:id", use: rename)
            .delete("playlists/:id", use: delete)
            .get("playlists/:id/music", use: music)
            .post("playlists/:id/music", use: add)
    }

    private func playlist(_ context: WebContext) async throws -> PlaylistCellModel {
        try await playlists.find(id: try context.parameter("id"))
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let (text, window) = (try parameters.searchText(), try parameters.window())
        try parameters.end()
        let total = try await playlists.count(named: text)
        let rows = try await playlists.list(named: text, window: window)
        return .rows(rows, at: "/api/playlists", of: total, in: window, parameters)
    }

    private func music(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let window = try parameters.window()
        try parameters.end()
        let playlist = try await playlist(context)
        return .rows(
            try await playlists.batches(of: playlist, window: window).all(),
            at: "/api/playlists/\(playlist.id)/music", of: playlist.count, in: window, parameters)
    }

    private func create(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["name", "music"])
        let ids = try await songs.find(listed: body["music"] ?? "")
        let created = try await editor.create(body["name"] ?? "", songs: ids).row
        return .changed(
            RowsJSON.object(created), status: .created, headers: [.location: "/api/playlists/\(created.id)"])
    }

    private func rename(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["name"])
        let renamed = try await editor.rename(try await playlist(context), to: body["name"] ?? "")
        return .changed(RowsJSON.object(renamed.row))
    }

    private func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        try await editor.delete(try await playlist(context))
        return Response(status: .noContent)
    }

    /// Adds songs at the end, or at the position in the body.
    private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["music", "position"])
        let playlist = try await playlist(context)
        let ids = try await songs.find(listed: body["music"] ?? "")
        if ids.isEmpty { throw MusicError.notFound("") }
        guard let text = body["position"] else {
            return .changed(RowsJSON.object(try await editor.change(playlist, by: .add(ids)).row))
        }
        guard let position = Int(text) else {
            throw Problem(.badRequest, "The member “position” must be a number.", field: "position")
        }
        return .changed(RowsJSON.object(try await editor.change(playlist, by: .insert(ids, at: position)).row))
    }
}

extension MusicListDataSource {
    /// Returns the songs whose ids, or unique prefixes of them, a text lists between spaces. Throws `MusicError`.
    func find(listed text: String) async throws -> [MusicID] {
        var ids: [MusicID] = []
        if text.isEmpty { return ids }
        for id in text.split(separator: " ", omittingEmptySubsequences: false) {
            ids.append(try await find(String(id)).id)
        }
        return ids
    }
}

/// Serves the list of playlists, and the page of one playlist.
struct PlaylistPageController {
    let playlists: PlaylistsDataSource
    let downloads: DownloadsDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("playlists", renderer) { parameters, _ in try await list(&parameters) }
            .getPage("playlists/:id", renderer) { try await playlist(try $1.parameter("id"), &$0) }
    }

    private func list(_ parameters: inout QueryParameters) async throws -> Page {
        let (text, window) = (try parameters.searchText(), try parameters.window())
        try parameters.end()
        let model = ListPageModel.playlists(
            named: text, window: window, total: try await playlists.count(named: text))
        let rows = try await playlists.list(named: text, window: window)
        return Page(
            model, screen: .playlists, search: .playlists(named: text), rows: rows.map { RelatedCellHTML($0) })
    }

    private func playlist(_ id: String, _ parameters: inout QueryParameters) async throws -> Page {
        let window = try parameters.window()
        try parameters.end()
        let playlist = try await playlists.find(id: id)
        let model = ListPageModel.playlist(playlist, window: window)
        let rows = try await playlists.batches(of: playlist, window: window).all()
        let tracks = try await downloads.tracks(rows)
        return Page(model, screen: .playlists, rows: tracks.map { CellHTML($0, in: .music) })
    }
}

extension PlaylistsDataSource {
    /// The playlist with a complete id: names are not accepted, because they can change. Throws `PlaylistError`.
    func find(id: String) async throws -> PlaylistCellModel {
        guard id.utf8.count == MusicID.digits, let value = UInt64(id, radix: 16) else {
            throw PlaylistError.notFound(id)
        }
        return try await find(id: PlaylistID(value))
    }
}
