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
