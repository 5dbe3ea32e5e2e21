import Hummingbird
import Mustache
import NIOCore

/// The playlist screen as a page.
struct PlaylistPage {
    private let app: Composition

    init(_ app: Composition) {
        self.app = app
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/") { _, _ in
            let template = try MustacheTemplate(string: "<!DOCTYPE html><title>{{title}}</title>")
            let text = template.render(["title": "Fermata"])
            return Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
