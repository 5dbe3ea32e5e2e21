package import NIOCore
import Synchronization

/// What one listener has not been sent yet: of each key the newest event, and of those not too many.
package final class EventQueue: Sendable {
    private static let mostPending = 256

    private struct State {
        var events: [String: ByteBuffer] = [:]
        var order: [String] = []
    }

    private let state = Mutex(State())
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let ended: @Sendable () -> Void

    /// `ended` is called when nobody holds the queue any more.
    init(ended: @escaping @Sendable () -> Void) {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.ended = ended
    }

    deinit { ended() }

    func put(_ event: ServerEvent) {
        state.withLock { state in
            if state.events.updateValue(event.bytes, forKey: event.key) == nil { state.order.append(event.key) }
            if state.order.count > Self.mostPending { state.events[state.order.removeFirst()] = nil }
        }
        signal.yield()
    }

    /// Lets the listener go, once it has been sent what is pending.
    func close() { signal.finish() }

    /// Hands over what is pending, whenever there is something, until the queue is closed.
    package func forEachBatch(_ body: (ByteBuffer) async throws -> Void) async throws {
        for await _ in signals { try await body(take()) }
    }

    private func take() -> ByteBuffer {
        state.withLock { state in
            var bytes = ByteBuffer()
            for event in state.order.compactMap({ state.events[$0] }) { bytes.writeImmutableBuffer(event) }
            state = State()
            return bytes
        }
    }
}
