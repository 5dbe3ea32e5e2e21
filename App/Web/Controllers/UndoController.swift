import FermataPresentation
import Hummingbird

/// Names and undoes the last change that a person made to the library.
struct UndoController {
    let undo: UndoDataSource
    /// Reports changes of the queue to the page that plays it.
    let hub: EventHub

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("undo") { request, _ in
            try QueryParameters(request).end()
            let last = try await undo.last()
            let values = [
                NamedValue("change", last.map { .integer($0.number) } ?? .none),
                NamedValue("text", last.map { .text($0.text) } ?? .none),
            ]
            return Response.json(JSONText.object(values) + [UInt8(ascii: "\n")])
        }
        .post("undo") { request, _ in
            var parameters = try QueryParameters(request)
            let number = try parameters.integer("change", in: 0...Int(Int32.max))
            try parameters.end()
            let change = try await undo.undoLast(change: number)
            if change.isAboutQueue { hub.publish(.queue) }
            return Response.changed(RowsJSON.object(change, adding: [NamedValue("text", .text(change.undoneText))]))
        }
    }
}
