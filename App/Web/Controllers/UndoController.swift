import FermataPresentation
import Hummingbird

/// Undoes the last change that a person made to the library.
struct UndoController {
    let undo: UndoDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post("undo") { request, _ in
            try QueryParameters(request).end()
            let change = try await undo.undoLast()
            return Response.changed(RowsJSON.object(change, adding: [NamedValue("text", .text(change.undoneText))]))
        }
    }
}
