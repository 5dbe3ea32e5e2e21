import CDemoCatalogue
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the built-in catalogue on the loopback address during the demo.
enum DemoCatalogue {
    static let songsPath = "/songs.ndjson"
    static let floPath = "/flo.json"
    static let playlistsPath = "/playlists.ndjson"
    private static let tuneTag = "\"tune\""

    /// Serves the catalogue on a free port while `body` runs with its address.
    static func serve(while body: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
        let server = try await LoopbackServer(router, label: "demo")
        let result: Result<Void, any Error>
        do { result = .success(try await body(server.address)) } catch { result = .failure(error) }
        try await server.shutDown()
        try result.get()
    }

    private static var router: Router<BasicRequestContext> {
        let router = Router()
        router.get(RouterPath(songsPath)) { _, _ in document(demo_songs(), type: "application/x-ndjson") }
        router.get(RouterPath(playlistsPath)) { _, _ in document(demo_playlists(), type: "application/x-ndjson") }
        router.get("/audio/:file") { request, _ in audio(after: request.headers[.range]) }
        router.get(RouterPath(floPath)) { _, _ in document(demo_flo(), type: "application/json") }
        return router
    }

    private static func document(_ document: demo_document, type: String) -> Response {
        let bytes = UnsafeBufferPointer(start: document.bytes, count: document.size)
        return Response(
            status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns the tune for any song, or the requested range of it (RFC 9110, section 14).
    private static func audio(after range: String?) -> Response {
        let tune = DemoTune.wav
        var headers: HTTPFields = [.contentType: "audio/wav", .acceptRanges: "bytes", .eTag: tuneTag]
        let start = range.flatMap { $0.firstMatch(of: /^bytes=(\d+)-$/) }.flatMap { Int($0.1) } ?? 0
        guard start > 0, start < tune.count else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: tune)))
        }
        headers[.contentRange] = "bytes \(start)-\(tune.count - 1)/\(tune.count)"
        return Response(
            status: .partialContent, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: tune[start...])))
    }
}
