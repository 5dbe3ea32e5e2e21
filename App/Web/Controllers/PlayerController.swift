import FermataDomain
import FermataPresentation
import Hummingbird

/// Shows and changes the library's queue, and controls the program that plays it.
struct PlayerController {
    /// The longest sleep timer, in minutes.
    private static let longestSleep = Int(PlayerStatus.sleepRange.upperBound.components.seconds) / 60
    /// The largest body with a queue, in bytes: that of 200,000 songs.
    private static let queueLimit = 4 << 20
    let player: PlayerDataSource
    let selection: SongSelection
    let editor: PlaylistEditorDataSource
    /// Reports changes of the queue to the page that plays it.
    let hub: EventHub

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("player", use: status)
            .post("player/toggle") { request, _ in try await perform(.toggle, request) }
            .post("player/pause") { request, _ in try await perform(.pause, request) }
            .post("player/next") { request, _ in try await perform(.next, request) }
            .post("player/previous") { request, _ in try await perform(.previous, request) }
            .put("player/position") { request, _ in
                try await perform(request, "seconds", in: 0...Int(Int32.max)) { .seek(to: .seconds($0)) }
            }
            .put("player/volume") { request, _ in
                try await perform(request, "percent", in: PlayerStatus.volumeRange) { .setVolume($0) }
            }
            .put("player/sleep") { request, _ in
                try await perform(request, "minutes", in: 1...Self.longestSleep) { .sleep(after: .seconds(60 * $0)) }
            }
            .delete("player/sleep") { request, _ in try await perform(.sleep(after: nil), request) }
            .put("player/stop-after") { request, _ in try await perform(.stopAfterSong(true), request) }
            .delete("player/stop-after") { request, _ in try await perform(.stopAfterSong(false), request) }
        group.get("player/queue", use: list)
            .put("player/queue", use: store)
            .post("player/queue", use: add)
            .patch("player/queue", use: moveEntries)
            .delete("player/queue", use: removeEntries)
            .patch("player/queue/:number", use: move)
            .post("player/queue/:number/play") { request, context in
                try await perform(.playEntry(number: try context.entry()), request)
            }
            .delete("player/queue/:number") { request, context in
                try QueryParameters(request).end()
                return try await edit(.remove(entries: [try context.entry()]))
            }
            .post("player/playlist", use: save)
    }

    private func status(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        return .json(Self.json(try await player.status()))
    }

    private func perform(_ command: PlayerCommand, _ request: Request) async throws -> Response {
        try QueryParameters(request).end()
        return try await perform(command)
    }

    private func perform(_ command: PlayerCommand) async throws -> Response {
        .changed(Self.json(try await player.perform(command)))
    }

    /// The status with the revision of the queue.
    private static func json(_ status: NowPlayingModel) -> [UInt8] {
        RowsJSON.object(status, adding: [NamedValue("revision", .text(status.revision))])
    }

    /// Performs a command that changes the queue.
    private func edit(_ command: PlayerCommand) async throws -> Response {
        let response = try await perform(command)
        hub.publish(.queue)
        return response
    }

    /// Performs a command with a number, which must be present.
    private func perform(
        _ request: Request, _ name: String, in range: ClosedRange<Int>, _ command: (Int) -> PlayerCommand
    ) async throws -> Response {
        var parameters = try QueryParameters(request)
        guard let number = try parameters.integer(name, in: range) else {
            throw Problem(.badRequest, "The parameter “\(name)” is missing.", parameter: name)
        }
        try parameters.end()
        return try await perform(command(number))
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let window = try parameters.window()
        try parameters.end()
        let queue = try await player.queueWindow(window)
        return .rows(queue.rows, at: "/api/player/queue", of: queue.total, in: window, parameters)
    }

    /// Replaces the queue by that of a page, which plays it.
    private func store(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(
            request, known: ["music", "position", "elapsed", "repeat", "revision"], limit: Self.queueLimit)
        guard let music = body["music"] else { throw Problem(.badRequest, "The ids are missing.", field: "music") }
        let ids = try MusicID.list(music)
        guard let position = Int(digits: body["position"] ?? "1"), let elapsed = Int(digits: body["elapsed"] ?? "0")
        else { throw Problem(.badRequest, "The position and the elapsed seconds must be numbers.") }
        guard let repetition = PlayQueue.Repetition(rawValue: body["repeat"] ?? "off") else {
            throw Problem(.badRequest, "The member “repeat” must be off, all or one.", field: "repeat")
        }
        let status = try await player.store(
            ids, at: max(0, position - 1), elapsed: .seconds(elapsed), repetition: repetition,
            replacing: body["revision"])
        return .changed(Self.json(status))
    }

    /// Adds songs at the end or after the current song.
    private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: SongSelection.members + ["place"])
        let ids = try await selection.requiredIDs(in: body)
        return try await edit(try Self.place(body) == .next ? .insertNext(ids) : .add(ids))
    }

    /// Removes the entries of the parameter `entries`; without it, all.
    private func removeEntries(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let entries = try parameters.text("entries").map { try Self.entries($0) }
        try parameters.end()
        return try await edit(entries.map { .remove(entries: $0) } ?? .clear)
    }

    /// Moves several entries to one place, in their order in the request.
    private func moveEntries(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["entries", "place"])
        let entries = try Self.entries(body["entries"] ?? "")
        return try await edit(.move(entries: entries, to: try Self.place(body)))
    }

    /// Reads numbers of entries with spaces between them. Throws `Problem` for other text, and without a number.
    private static func entries(_ text: String) throws -> [Int] {
        let numbers = text.split(separator: " ", omittingEmptySubsequences: false).map { Int(digits: $0) }
        guard !numbers.isEmpty, !numbers.contains(nil) else {
            throw Problem(.badRequest, "“entries” must be numbers of the queue.", parameter: "entries")
        }
        return numbers.compactMap(\.self)
    }

    private func move(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["before", "place"])
        let entry = try context.entry()
        guard let text = body["before"] else {
            return try await edit(.move(entries: [entry], to: try Self.place(body)))
        }
        guard let other = Int(digits: text) else {
            throw Problem(.badRequest, "The member “before” must be a number of the queue.", field: "before")
        }
        return try await edit(.move(entries: [entry], to: .before(entry: other)))
    }

    private func save(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["name"])
        let created = try await editor.save(queue: player.queueBatches(.all), as: body["name"] ?? "").row
        return .changed(
            RowsJSON.object(created), status: .created, headers: [.location: "/api/playlists/\(created.id)"])
    }

    private static func place(_ body: JSONBody) throws -> QueuePlace {
        switch body["place"] {
        case "next": .next
        case "end", nil: .end
        default: throw Problem(.badRequest, "The member “place” must be next or end.", field: "place")
        }
    }
}

extension WebContext {
    /// The number of an entry of the queue in the path. Throws `Problem` with status 404 if it is not a number.
    fileprivate func entry() throws -> Int {
        let text = try parameter("number")
        guard let number = Int(digits: text) else {
            throw Problem(.notFound, "“\(text)” is not the number of a song of the queue.")
        }
        return number
    }
}

/// Serves the library's queue as a page.
struct QueuePageController {
    let player: PlayerDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("queue", renderer) { parameters, _ in
            let window = try parameters.window()
            try parameters.end()
            let queue = try await player.queueWindow(window)
            let model = ListPageModel.queue(window: window, total: queue.total)
            var page = Page(model, screen: .queue, rows: queue.rows.map { CellHTML($0) })
            page.isLive = queue.isPlaying
            return page
        }
    }
}
