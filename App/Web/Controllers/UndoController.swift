import FermataPresentation
import Hummingbird

/// Undoes the last change that a person made to the library.
struct UndoController {
    let undo: UndoDataSource
    /// Reports changes of the queue to the page that plays it.
    let hub: EventHub

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post("undo") { request, _ in
            try QueryParameters(request).end()
            let change = try await undo.undoLast()
            if change.isAboutQueue { hub.publish(.queue) }
            return Response.changed(RowsJSON.object(change, adding: [NamedValue("text", .text(change.undoneText))]))
        }
    }
}
