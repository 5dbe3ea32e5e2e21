package import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// What a test opens when it has seen enough.
package final class Gate: Sendable {
    private let opened = Atomic<Bool>(false)

    package init() {}

    package func open() { opened.store(true, ordering: .releasing) }

    var isOpen: Bool { opened.load(ordering: .acquiring) }
}

extension Answer {
    /// Sends the first half in ten pieces over a second, and the rest once the gate is open.
    package static func held(_ content: Data, until gate: Gate, type: String = "application/json") -> Answer {
        let half = content.count / 2
        return body(type: type, headers: ["Content-Length": "\(content.count)"]) { writer, channel in
            for start in stride(from: 0, to: half, by: half / 10 + 1) {
                let end = min(half, start + half / 10 + 1)
                try await writer.write(ByteBuffer(bytes: content[start..<end]))
                if !gate.isOpen { try await Task.sleep(for: .milliseconds(100)) }
            }
            while !gate.isOpen, channel.isActive { try await Task.sleep(for: .milliseconds(5)) }
            try await writer.write(ByteBuffer(bytes: content[half...]))
            try await writer.finish(nil)
        }
    }
}
