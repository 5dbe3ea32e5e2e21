import FermataDomain
import FermataPresentation
package import NIOCore
import ServiceLifecycle
import Synchronization

/// Sends events to all subscribers, each at its own pace.
package final class EventHub: Sendable {
    static let subscriberLimit = 64

    private struct State {
        var subscribers: [Int: Subscriber] = [:]
        var next = 0
        var isClosed = false
        /// The latest state events by key, which new subscribers receive first.
        var states: [String: ServerEvent] = [:]
    }

    private struct Subscriber {
        weak var queue: EventQueue?
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds a subscriber until its queue is released.
    ///
    /// Throws `Problem` if there are too many subscribers, and `CancellationError` if the server is stopping.
    package func subscribe() throws -> EventQueue {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        let queue = EventQueue { [weak self] in self?.unsubscribe(number) }
        try state.withLock { state in
            if state.isClosed { throw CancellationError() }
            guard state.subscribers.count < Self.subscriberLimit else {
                throw Problem.later(
                    "The server already has \(Self.subscriberLimit) subscribers to events.", seconds: 30)
            }
            state.subscribers[number] = Subscriber(queue: queue)
            for event in state.states.values { queue.append(event) }
        }
        return queue
    }

    /// Sends an event to all subscribers.
    ///
    /// An event that `isState` is also sent to new subscribers, until the next event with its key.
    package func publish(_ event: ServerEvent, isState: Bool = false) {
        let queues = state.withLock { state in
            state.states[event.key] = isState ? event : nil
            return state.subscribers.values.compactMap(\.queue)
        }
        for queue in queues { queue.append(event) }
    }

    /// Ends the queues of all subscribers, and rejects new ones.
    package func close() {
        let queues = state.withLock { state in
            state.isClosed = true
            return state.subscribers.values.compactMap(\.queue)
        }
        for queue in queues { queue.close() }
    }

    private func unsubscribe(_ number: Int) { state.withLock { $0.subscribers[number] = nil } }
}

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

/// Publishes changes of the library and of downloads as events, as long as the server runs.
struct EventFeed: Service {
    private static let heartbeatInterval = Duration.seconds(15)
    private static let retryInterval = Duration.seconds(1)
    let hub: EventHub
    let changes: any LibraryChangeObserver
    let downloads: DownloadsDataSource
    let monitor: FatalErrorMonitor
    let clock: any Clock<Duration>

    func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await followLibrary() }
                group.addTask {
                    for await row in downloads.changes() { hub.publish(.download(row)) }
                }
                group.addTask { await sendHeartbeats() }
                group.addTask { try? await gracefulShutdown() }  // a cancelled feed ends as well
                await group.next()
                group.cancelAll()
            }
        } onGracefulShutdown: {
            hub.close()
        }
    }

    private func followLibrary() async {
        while !Task.isCancelled {
            do {
                for try await version in changes.versions() {
                    hub.publish(.library(version: version), isState: true)
                }
            } catch {
                monitor.report(error)
            }
            try? await clock.sleep(for: Self.retryInterval)  // a cancelled task leaves the loop
        }
    }

    private func sendHeartbeats() async {
        while (try? await clock.sleep(for: Self.heartbeatInterval)) != nil { hub.publish(.heartbeat) }
    }
}
