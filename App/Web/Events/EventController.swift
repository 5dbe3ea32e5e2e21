import HTTPTypes
import Hummingbird
import NIOCore

/// Sends events as they happen.
struct EventController {
    /// Events within this interval are sent together.
    private static let interval = Duration.milliseconds(100)
    let hub: EventHub
    let clock: any Clock<Duration>

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("events", use: events)
    }

    private func events(_ request: Request, _ context: WebContext) throws -> Response {
        try QueryParameters(request).end()
        let queue = try hub.subscribe()
        let body = ResponseBody { [clock] writer in
            var writer = writer
            try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await queue.forEachBatch { events in
                    try await writer.write(events)
                    try await clock.sleep(for: Self.interval)
                }
            }
            try await writer.finish(nil)
        }
        // Proxies would otherwise collect the events: nginx in a buffer, others to compress them.
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store, no-transform", .accelBuffering: "no",
            ], body: body)
    }
}
