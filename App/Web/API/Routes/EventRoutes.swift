import HTTPTypes
import Hummingbird
import NIOCore

/// What happens, as it happens.
struct EventRoutes {
    /// Changes in quick succession are sent together.
    private static let pause = Duration.milliseconds(100)
    private let hub: EventHub

    init(_ hub: EventHub) {
        self.hub = hub
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/api/events") { [hub] request, _ in
            try QueryParameters(request).end()
            let queue = try hub.join()
            let body = ResponseBody { writer in
                var writer = writer
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await queue.forEachBatch { events in
                        try await writer.write(events)
                        try await Task.sleep(for: Self.pause)
                    }
                }
                try await writer.finish(nil)
            }
            return Response(
                status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
        }
    }
}
