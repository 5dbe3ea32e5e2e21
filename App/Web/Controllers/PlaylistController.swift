import FermataDomain
import FermataPresentation
import Hummingbird

/// Lists playlists and their music, and makes and changes the library's own ones.
struct PlaylistController {
    let playlists: PlaylistsDataSource
    let editor: PlaylistEditorDataSource
    let selection: SongSelection

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("playlists", use: list)
            .post("playlists", use: create)
            .get("playlists/:id") { request, context in
                try await Response.row(request) { try await playlist(context) }
            }
            .patch("playlists/:id", use: rename)
            .delete("playlists/:id", use: delete)
            .post("playlists/:id/copy", use: copy)
            .get("playlists/:id/music", use: music)
            .post("playlists/:id/music", use: add)
            .patch("playlists/:id/music", use: change)
    }

    private func playlist(_ context: WebContext) async throws -> PlaylistCellModel {
        try await playlists.find(id: try context.parameter("id"))
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let (text, window) = (try parameters.searchText(), try parameters.window())
        let isEditable = try parameters.flag("editable")
        try parameters.end()
        guard !isEditable else {
            let rows = try await playlists.editable(named: text)
            let shown = Array(rows.dropFirst(window.offset).prefix(window.limit ?? .max))
            return .rows(shown, at: "/api/playlists", of: rows.count, in: window, parameters)
        }
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
        let body = try await JSONBody(request, known: ["name"] + SongSelection.members)
        let songs = try await selection.ids(in: body)
        return Self.created(try await editor.create(body["name"] ?? "", songs: songs))
    }

    private func copy(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["name"])
        return Self.created(try await editor.copy(try await playlist(context), as: body["name"]))
    }

    private static func created(_ change: PlaylistChangeModel) -> Response {
        .changed(change.json, status: .created, headers: [.location: "/api/playlists/\(change.row.id)"])
    }

    private func rename(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["name"])
        return .changed(try await editor.rename(try await playlist(context), to: body["name"] ?? "").json)
    }

    private func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        try await editor.delete(try await playlist(context))
        return Response(status: .noContent)
    }

    /// Adds songs at the end, or at the position in the body.
    private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: SongSelection.members + ["position"])
        let playlist = try await playlist(context)
        let ids = try await selection.requiredIDs(in: body)
        let position = try body["position"].map { try Self.number($0, "position") }
        return .changed(
            try await editor.change(playlist, by: position.map { .insert(ids, at: $0) } ?? .add(ids)).json)
    }

    /// Moves or removes the songs at some positions. With `music`, these are still the songs there.
    private func change(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["move", "to", "remove", "music"])
        let playlist = try await playlist(context)
        let songs = try body["music"].map(MusicID.list)
        let change: PlaylistChange =
            switch (body["move"], body["to"], body["remove"]) {
            case (let positions?, let target?, nil):
                .move(try Self.numbers(positions, "move"), to: try Self.number(target, "to"))
            case (nil, nil, let positions?): .remove(try Self.numbers(positions, "remove"))
            default: throw Problem(.badRequest, "Send “move” and “to”, or “remove”.", field: "move")
            }
        return .changed(try await editor.change(playlist, by: change, expecting: songs).json)
    }

    private static func numbers(_ text: String, _ member: String) throws -> [Int] {
        try text.split(separator: " ", omittingEmptySubsequences: false).map { try number(String($0), member) }
    }

    private static func number(_ text: String, _ member: String) throws -> Int {
        guard let number = Int(digits: text) else {
            throw Problem(.badRequest, "The member “\(member)” must be a number.", field: member)
        }
        return number
    }
}

extension PlaylistChangeModel {
    /// The row as JSON, with the message about the change.
    fileprivate var json: [UInt8] { RowsJSON.object(row, adding: [NamedValue("text", .text(text))]) }
}

/// Finds the songs that the body of a request names: songs, albums, playlists and an artist.
struct SongSelection {
    static let members = ["music", "album", "artist", "playlist"]
    let songs: MusicListDataSource
    let albums: AlbumListDataSource
    let artists: ArtistDataSource
    let playlists: PlaylistsDataSource

    /// The ids of the songs, in the order of the members above; an artist's in the order of the albums on the artist's page.
    func ids(in body: JSONBody) async throws -> [MusicID] {
        var ids: [MusicID] = []
        for id in Self.words(body["music"]) { ids.append(try await songs.find(id).id) }
        for id in Self.words(body["album"]) {
            let album = try await albums.find(id: try AlbumID(complete: id))
            ids += try await albums.batches(of: album).all().map(\.id)
        }
        if let name = body["artist"] {
            ids += try await songs.songs(by: try await artists.find(name).name).map(\.id)
        }
        for id in Self.words(body["playlist"]) {
            ids += try await playlists.batches(of: try await playlists.find(id: id)).all().map(\.id)
        }
        return ids
    }

    /// The same. Throws `Problem` for a body that names none, or only what has no songs.
    func requiredIDs(in body: JSONBody) async throws -> [MusicID] {
        guard Self.members.contains(where: { body[$0] != nil }) else {
            let members = Self.members.map { "“\($0)”" }.joined(separator: ", ")
            throw Problem(.badRequest, "Name the songs in one of \(members).", field: "music")
        }
        let ids = try await ids(in: body)
        if ids.isEmpty { throw Problem(.notFound, "There are no songs to add.", field: "music") }
        return ids
    }

    private static func words(_ text: String?) -> [String] {
        text?.split(separator: " ", omittingEmptySubsequences: false).map(String.init) ?? []
    }
}

extension MusicID {
    /// Reads complete ids with a space between them. Throws `MusicError` for other text.
    static func list(_ text: String) throws -> [MusicID] {
        try (text.isEmpty ? [] : text.split(separator: " ", omittingEmptySubsequences: false)).map { word in
            guard word.utf8.count == digits, let id = MusicIDPrefix(String(word))?.range.lowerBound else {
                throw MusicError.notFound(String(word))
            }
            return id
        }
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
            model, screen: .playlists, search: .playlists(named: text), rows: rows.map { RelatedCellHTML($0) },
            tools: { PlaylistFormModel.new.html(below: $0) })
    }

    private func playlist(_ id: String, _ parameters: inout QueryParameters) async throws -> Page {
        let window = try parameters.window()
        try parameters.end()
        let playlist = try await playlists.find(id: id)
        let tracks = try await downloads.tracks(try await playlists.batches(of: playlist, window: window).all())
        return PlaylistPageModel(playlist, window: window).page(tracks)
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
