import FermataDomain
import FermataPresentation
import Hummingbird
import NIOCore

/// Music as JSON.
struct MusicRoutes {
    private let app: Composition

    init(_ app: Composition) {
        self.app = app
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/api/music") { [app] _, _ in
            var bytes: [UInt8] = []
            var renderer = JSONRenderer<MusicCellModel>()
            renderer.begin(into: &bytes)
            for try await screen in app.stored.screens(for: MusicQuery(window: Window(limit: 20))) {
                for row in screen.rows { renderer.row(row, into: &bytes) }
                break
            }
            renderer.end(into: &bytes)
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
}
