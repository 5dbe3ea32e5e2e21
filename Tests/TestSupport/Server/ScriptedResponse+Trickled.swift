package import Foundation
import Hummingbird
import NIOCore

extension ScriptedResponse {
    /// Sends 1% of the content every 100 ms, up to 99%, until the gate is open; then the remainder.
    package static func trickled(
        _ content: Data, until gate: Gate, type: String = "application/json"
    ) -> ScriptedResponse {
        body(type: type, headers: ["Content-Length": "\(content.count)"]) { writer, channel in
            var remainder = content[...]
            while !gate.isOpen, channel.isActive {
                let piece = remainder.count > content.count / 100 ? remainder.prefix(content.count / 100) : Data()
                remainder = remainder.dropFirst(piece.count)
                if !piece.isEmpty { try await writer.write(ByteBuffer(bytes: piece)) }
                try await Task.sleep(for: .milliseconds(100))
            }
            try await writer.write(ByteBuffer(bytes: remainder))
            try await writer.finish(nil)
        }
    }
}
