package import NIOCore
import Synchronization

/// The unsent events of one subscriber: the newest of each key, up to a limit.
package final class EventQueue: Sendable {
    private static let limit = 256

    private struct State {
        var events: [String: ByteBuffer] = [:]
        var order: [String] = []
    }

    private let state = Mutex(State())
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let onRelease: @Sendable () -> Void

    /// `onRelease` is called when the queue is released.
    init(onRelease: @escaping @Sendable () -> Void) {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.onRelease = onRelease
    }

    deinit { onRelease() }

    /// Adds an event, which replaces an unsent one with its key. Drops the oldest beyond the limit.
    func append(_ event: ServerEvent) {
        state.withLock { state in
            if state.events.updateValue(event.bytes, forKey: event.key) == nil { state.order.append(event.key) }
            if state.order.count > Self.limit { state.events[state.order.removeFirst()] = nil }
        }
        signal.yield()
    }

    /// Ends the queue after its pending events.
    func close() { signal.finish() }

    /// Calls `body` with the pending events, whenever there are any, until the queue is closed.
    package func forEachBatch(_ body: (ByteBuffer) async throws -> Void) async throws {
        for await _ in signals { try await body(removeAll()) }
    }

    private func removeAll() -> ByteBuffer {
        state.withLock { state in
            var bytes = ByteBuffer()
            for event in state.order.compactMap({ state.events[$0] }) { bytes.writeImmutableBuffer(event) }
            state = State()
            return bytes
        }
    }
}
