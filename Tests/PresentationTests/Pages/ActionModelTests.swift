import FermataDomain
import FermataPresentation
import Testing

@Suite("The buttons of a page")
struct ActionModelTests {
    private let id = MusicID(0x1A)

    @Test(
        "each action of a row is a request of the API",
        arguments: [
            (MusicAction.bookmark, "PUT /api/music/000000000000001a/bookmark"),
            (.removeBookmark, "DELETE /api/music/000000000000001a/bookmark"),
            (.download, "PUT /api/music/000000000000001a/download"),
            (.removeDownload, "DELETE /api/music/000000000000001a/download"),
        ])
    func sendsRequests(action: MusicAction, request: String) {
        let model = ActionModel(action, of: id)
        #expect("\(model.method.rawValue) \(model.address)" == request)
        #expect(model.title == action.title)
        #expect(request.hasSuffix("/" + model.part.rawValue))
    }

    @Test("the star sets or removes the bookmark")
    func findsStar() {
        #expect([MusicAction.removeBookmark, .download].models(of: id).star?.title == "Remove bookmark")
        #expect([MusicAction.removeDownload].models(of: id).star == nil)
    }

    @Test("a to-do has a request to check and one to uncheck it")
    func checksToDo() throws {
        let toDo = ToDoCellModel(ToDo(number: 7, item: try .gig(), isDone: false), style: .american)
        #expect(ActionModel(toDo).title == "Check" && ActionModel(toDo).method == .put)
        #expect(ActionModel(toDo).address.description == "/api/to-dos/7/check")
        let done = ToDoCellModel(ToDo(number: 7, item: try .gig(), isDone: true), style: .american)
        #expect(ActionModel(done).title == "Uncheck" && ActionModel(done).method == .delete)
    }
}
