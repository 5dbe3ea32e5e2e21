package import Foundation
import Hummingbird
import NIOCore

extension Answer {
    /// Sends a hundredth ten times a second, but the last one not before the gate is open; then all the rest.
    package static func held(_ content: Data, until gate: Gate, type: String = "application/json") -> Answer {
        body(type: type, headers: ["Content-Length": "\(content.count)"]) { writer, channel in
            var rest = content[...]
            while !gate.isOpen, channel.isActive {
                let piece = rest.count > content.count / 100 ? rest.prefix(content.count / 100) : Data()
                rest = rest.dropFirst(piece.count)
                if !piece.isEmpty { try await writer.write(ByteBuffer(bytes: piece)) }
                try await Task.sleep(for: .milliseconds(100))
            }
            try await writer.write(ByteBuffer(bytes: rest))
            try await writer.finish(nil)
        }
    }
}
