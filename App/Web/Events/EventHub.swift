import Synchronization

/// Tells all who listen what happens, each at their own pace.
package final class EventHub: Sendable {
    /// How many may listen at once.
    static let limit = 64

    private struct State {
        var listeners: [Int: Listener] = [:]
        var next = 0
        var isClosed = false
        /// What somebody who comes later has to know.
        var standing: [String: ServerEvent] = [:]
    }

    private struct Listener {
        weak var queue: EventQueue?
    }

    private let state = Mutex(State())

    package init() {}

    /// Throws `Problem` where there are too many already, and where the server is being stopped.
    package func join() throws -> EventQueue {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        let queue = EventQueue { [weak self] in self?.leave(number) }
        try state.withLock { state in
            if state.isClosed { throw Problem.later("The server is being stopped.", seconds: 2) }
            guard state.listeners.count < Self.limit else {
                throw Problem.later("\(Self.limit) listen to events already.", seconds: 30)
            }
            state.listeners[number] = Listener(queue: queue)
            for event in state.standing.values { queue.put(event) }
        }
        return queue
    }

    /// `isStanding` is for what tells a state: until the next of its key it is told to whoever comes later, too.
    package func publish(_ event: ServerEvent, isStanding: Bool = false) {
        let queues = state.withLock { state in
            state.standing[event.key] = isStanding ? event : nil
            return state.listeners.values.compactMap(\.queue)
        }
        for queue in queues { queue.put(event) }
    }

    /// Lets all listeners go.
    package func close() {
        let queues = state.withLock { state in
            state.isClosed = true
            return state.listeners.values.compactMap(\.queue)
        }
        for queue in queues { queue.close() }
    }

    private func leave(_ number: Int) { state.withLock { $0.listeners[number] = nil } }
}
