import NIOCore
import Synchronization

/// Makes a server wait until the test opens the gate.
package final class Gate: Sendable {
    private let opened = Atomic(false)

    package init() {}

    package var isOpen: Bool { opened.load(ordering: .acquiring) }

    package func open() { opened.store(true, ordering: .releasing) }

    /// Waits until the gate is open. Throws `ConnectionAborted` if the connection ends before that.
    func wait(on channel: any Channel) async throws {
        while !isOpen {
            guard channel.isActive else { throw ConnectionAborted() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

extension ScriptedResponse {
    /// Responds once a gate is open.
    package static func delayed(until gate: Gate, _ answer: ScriptedResponse) -> ScriptedResponse {
        ScriptedResponse { request, channel in
            try await gate.wait(on: channel)
            return try await answer.respond(request, channel)
        }
    }
}
