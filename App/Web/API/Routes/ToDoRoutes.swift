import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// The list of to-dos.
struct ToDoRoutes {
    private static let members = ["title", "description", "due", "place", "address", "music", "artist"]
    private let app: Composition
    private let toDos: ToDoListDataSource
    private let cache: ResponseCache

    init(_ app: Composition, cache: ResponseCache) {
        self.app = app
        toDos = app.toDos
        self.cache = cache
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/api/to-dos") { request, _ in try await list(request) }
        router.post("/api/to-dos") { request, _ in try await add(request) }
        router.get("/api/to-dos/:number") { request, context in
            try await cache.answer(request) {
                try QueryParameters(request).end()
                return .json(RowsJSON.one(try await toDos.detail(try context.number("number")).row))
            }
        }
        router.delete("/api/to-dos/:number") { request, context in
            try QueryParameters(request).end()
            try await toDos.remove([try context.number("number")])
            return Response(status: .noContent)
        }
        router.put("/api/to-dos/:number/check") { try await check(true, $0, $1) }
        router.delete("/api/to-dos/:number/check") { try await check(false, $0, $1) }
    }

    private func list(_ request: Request) async throws -> Response {
        try await cache.answer(request) {
            var parameters = try QueryParameters(request)
            let section: ToDoSectionKey? = try parameters.choice("section")
            let query = ToDoQuery(section: section?.section, window: try parameters.window())
            try parameters.end()
            var total = 0
            for section in query.section.map({ [$0] }) ?? ToDoSection.allCases {
                total += try await toDos.count(section)
            }
            return try await .rows(
                toDos.batches(of: query), at: "/api/to-dos", of: total, in: query.window, parameters)
        }
    }

    private func add(_ request: Request) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: Self.members)
        var input = toDos.input
        (input.title, input.description, input.date) =
            (body["title"] ?? "", body["description"] ?? "", body["due"] ?? "")
        (input.place, input.address) = (body["place"] ?? "", body["address"] ?? "")
        let added = try await toDos.add(input, about: try await subject(of: body))
        var bytes = RowsJSON.one(added.row)
        bytes.removeLast(2)
        bytes.append(",\"messages\":[")
        for (position, message) in added.messages.enumerated() {
            if position > 0 { bytes.append(",") }
            JSONText.append(message, to: &bytes)
        }
        bytes.append(contentsOf: "],\"lacksCoordinate\":\(added.lacksCoordinate)}\n".utf8)
        return .json(
            bytes, status: added.isNew ? .created : .ok, headers: [.location: "/api/to-dos/\(added.row.number)"])
    }

    private func subject(of body: JSONBody) async throws -> ToDoSubject? {
        switch (body["music"], body["artist"]) {
        case (_?, _?): throw Problem(.badRequest, "Choose one of “music” and “artist”.", field: "artist")
        case (let music?, nil): .music(try await app.stored.find(music).id)
        case (nil, let artist?): .artist(try await app.artistPage.find(artist).name)
        case (nil, nil): nil
        }
    }

    private func check(
        _ isDone: Bool, _ request: Request, _ context: WebServer.Context
    ) async throws -> Response {
        try QueryParameters(request).end()
        let number = try context.number("number")
        guard let row = try await toDos.setDone(isDone, of: [number]).first else {
            throw ToDoError.notFound(number)
        }
        return .json(RowsJSON.one(row))
    }
}
