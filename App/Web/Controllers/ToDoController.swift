import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Lists, adds, changes, checks and removes to-dos.
struct ToDoController {
    let toDos: ToDoListDataSource
    let subjects: ToDoSubjects

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("to-dos", use: list)
            .post("to-dos", use: add)
            .get("to-dos/:number") { request, context in
                try await Response.row(request) { try await toDos.detail(try context.number("number")).row }
            }
            .patch("to-dos/:number", use: edit)
            .delete("to-dos/:number", use: remove)
            .put("to-dos/:number/check") { try await check(true, $0, $1) }
            .delete("to-dos/:number/check") { try await check(false, $0, $1) }
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let section: ToDoSectionKey? = try parameters.choice("section")
        let order: ToDoOrderKey = try parameters.choice("sort") ?? .list
        let query = ToDoQuery(
            section: section?.section, order: toDos.dateStyle.order(order),
            isReversed: try parameters.flag("reverse"), window: try parameters.window())
        try parameters.end()
        var total = 0
        for section in query.section.map({ [$0] }) ?? ToDoSection.allCases {
            total += try await toDos.count(section)
        }
        return .rows(
            try await toDos.batches(of: query).all(), at: "/api/to-dos", of: total, in: query.window, parameters)
    }

    private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ToDoInputModel.members + ToDoSubjects.members)
        let added = try await toDos.add(toDos.input.filled(from: body), about: try await subjects.subject(of: body))
        return .changed(
            added.json, status: added.isNew ? .created : .ok,
            headers: [.location: "/api/to-dos/\(added.row.number)"])
    }

    private func edit(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let number = try context.number("number")
        let body = try await JSONBody(request, known: ToDoInputModel.members + ToDoSubjects.members)
        let input = try await toDos.input(of: number).filled(from: body)
        return .changed(try await toDos.edit(number, input, about: try await subjects.change(in: body)).json)
    }

    private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        try await toDos.remove([try context.number("number")])
        return Response(status: .noContent)
    }

    private func check(_ isDone: Bool, _ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let row = try await toDos.setDone(isDone, ofToDo: try context.number("number"))
        return .changed(RowsJSON.object(row))
    }
}

extension ToDoInputModel {
    /// The members of the body that `filled(from:)` reads.
    static let members = Field.allCases.map(\.rawValue)

    /// The input with the values of the body; a member that is null clears a value, and one that is missing keeps it.
    func filled(from body: JSONBody) -> ToDoInputModel {
        var input = self
        for field in Field.allCases where body.names.contains(field.rawValue) {
            input[field] = body[field.rawValue] ?? ""
        }
        return input
    }
}

extension SavedToDoModel {
    /// The row as JSON, with the messages about how it was saved.
    fileprivate var json: [UInt8] {
        RowsJSON.object(
            row,
            adding: [
                NamedValue("messages", .list(messages)), NamedValue("lacksCoordinate", .flag(lacksCoordinate)),
            ])
    }
}

/// Finds the music or the artist that a to-do is about.
struct ToDoSubjects {
    static let members = ["music", "artist"]
    let music: MusicListDataSource
    let artists: ArtistDataSource

    /// Throws `Problem` if the body names both, and `LibraryError` for unknown and ambiguous ones.
    func subject(of body: JSONBody) async throws -> ToDoSubject? {
        switch (body["music"], body["artist"]) {
        case (_?, _?): throw Problem(.badRequest, "Choose one of “music” and “artist”.", field: "artist")
        case (let id?, nil): .music(try await music.find(id).id)
        case (nil, let name?): .artist(try await artists.find(name).name)
        case (nil, nil): nil
        }
    }

    /// Returns nil if the body names neither, and `.some(nil)` if it clears the subject.
    func change(in body: JSONBody) async throws -> ToDoSubject?? {
        Self.members.contains { body.names.contains($0) } ? .some(try await subject(of: body)) : nil
    }
}

/// Serves the list of to-dos with its two sections, and the page of one to-do.
struct ToDoPageController {
    let toDos: ToDoListDataSource
    let outlines: any OutlineRepository
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("to-dos", renderer) { parameters, _ in try await list(&parameters) }
            .getPage("to-dos/:number", renderer) { parameters, context in
                try parameters.end()
                let model = try await toDos.detail(try context.number("number"))
                let form = toDos.input(editing: model)
                return Page(
                    title: model.title.text, screen: .toDos, countText: nil,
                    content: { model.html(over: outlines, below: $0) },
                    form: { form.formHTML(editing: model.row.number, below: $0) })
            }
    }

    /// The page of one section, or of both if the query names none.
    private func list(_ parameters: inout QueryParameters) async throws -> Page {
        let only: ToDoSectionKey? = try parameters.choice("section")
        let window = try parameters.window()
        try parameters.end()
        var sections: [(model: ListPageModel, rows: [ToDoCellModel])] = []
        for section in ToDoSection.allCases where only == nil || only?.section == section {
            let model = ListPageModel.toDos(section, window: window, total: try await toDos.count(section))
            let rows = try await toDos.batches(of: ToDoQuery(section: section, window: window)).all()
            sections.append((model, rows))
        }
        return Page(
            title: MainScreen.toDos.title, screen: .toDos, countText: nil,
            content: { [sections] root in HTML(sections.map { $0.model.html($0.rows, below: root) }) },
            form: { toDos.input.formHTML(below: $0) })
    }
}
