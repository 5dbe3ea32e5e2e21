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
        return try await .rows(
            toDos.batches(of: query), at: "/api/to-dos", of: total, in: query.window, parameters)
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
        let number = try context.number("number")
        guard let row = try await toDos.setDone(isDone, of: [number]).first else {
            throw ToDoError.notFound(number)
        }
        return .changed(RowsJSON.one(row))
    }
}
