import CDemoCatalogue
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Serves the built-in catalogue on the loopback address during the demo.
enum DemoCatalogue {
    static let songsPath = "/songs.ndjson"
    static let floPath = "/flo.json"
    static let playlistsPath = "/playlists.ndjson"
    /// How long responses may take after the demo has ended.
    private static let shutdownTimeout = Duration.seconds(1)
    private static let tuneTag = "\"tune\""

    /// Serves the catalogue on a free port while `body` runs with its address.
    static func serve(while body: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "demo")
        logger.logLevel = .critical
        let server = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) }, logger: logger)
        var configuration = ServiceGroupConfiguration(services: [server], logger: logger)
        configuration.maximumGracefulShutdownDuration = shutdownTimeout
        let services = ServiceGroup(configuration: configuration)
        // Not a child task: cancelling Hummingbird ends the program if a connection arrives at that moment.
        let serving = Task {
            defer { port.finish() }
            try await services.run()
        }
        var result = Result<Void, any Error>.success(())
        for await port in ports {
            do { try await body("http://127.0.0.1:\(port)") } catch { result = .failure(error) }
            break
        }
        await services.triggerGracefulShutdown()
        try await serving.value
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
