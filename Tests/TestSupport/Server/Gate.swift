import NIOCore
import Synchronization

/// Makes a server wait until the test opens the gate.
package final class Gate: Sendable {
    private let opened = Atomic(false)

    package init() {}

    package var isOpen: Bool { opened.load(ordering: .acquiring) }

    package func open() { opened.store(true, ordering: .releasing) }

    /// Waits until the gate is open. Throws `Misbehaviour` if the connection ends before that.
    func wait(on channel: any Channel) async throws {
        while !isOpen {
            guard channel.isActive else { throw Misbehaviour() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

extension Answer {
    /// Responds once a gate is open.
    package static func held(by gate: Gate, _ answer: Answer) -> Answer {
        Answer { request, channel in
            try await gate.wait(on: channel)
            return try await answer.respond(request, channel)
        }
    }
}
