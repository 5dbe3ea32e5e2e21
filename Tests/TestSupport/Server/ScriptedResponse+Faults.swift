package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

extension ScriptedResponse {
    /// Sends nothing until the client disconnects.
    package static let silent = ScriptedResponse { _, channel in
        try await channel.closeFuture.get()
        throw ConnectionAborted()
    }

    /// Sends the first bytes and then nothing.
    package static func stalled(after start: String, type: String = "application/json") -> ScriptedResponse {
        stalled(after: Data(start.utf8), type: type)
    }

    package static func stalled(
        after start: Data, type: String, headers: [String: String] = [:]
    ) -> ScriptedResponse {
        body(type: type, headers: headers) { writer, channel in
            try await writer.write(ByteBuffer(bytes: start))
            try await channel.closeFuture.get()
            throw ConnectionAborted()
        }
    }

    /// Sends the content in chunks with pauses.
    package static func slow(
        _ content: Data, pieceBytes: Int, pause: Duration, type: String = "application/json"
    ) -> ScriptedResponse {
        body(type: type) { writer, _ in
            for start in stride(from: 0, to: content.count, by: pieceBytes) {
                try await writer.write(ByteBuffer(bytes: content.dropFirst(start).prefix(pieceBytes)))
                try await Task.sleep(for: pause)
            }
            try await writer.finish(nil)
        }
    }

    /// Sends audio in chunks without its length.
    package static func chunked(_ content: Data, status: Int, headers: [String: String]) -> ScriptedResponse {
        let fields = HTTPFields(headers.merging(["Content-Type": "audio/mpeg"]) { given, _ in given })
        return ScriptedResponse { _, _ in
            let body = ResponseBody { writer in
                for start in stride(from: 0, to: content.count, by: 1 << 15) {
                    try await writer.write(ByteBuffer(bytes: content.dropFirst(start).prefix(1 << 15)))
                }
                try await writer.finish(nil)
            }
            return Response(status: .init(code: status), headers: fields, body: body)
        }
    }

    /// Sends the first bytes and ends the connection. The stated length is longer, or missing.
    package static func cutOff(
        after start: String, claiming length: Int? = nil, type: String = "application/json"
    ) -> ScriptedResponse {
        body(type: type, headers: length.map { ["Content-Length": "\($0)"] } ?? [:]) { writer, _ in
            try await writer.write(ByteBuffer(string: start))
            throw ConnectionAborted()
        }
    }

    /// Sends the content with a stated length that is too short.
    package static func understated(
        _ content: String, claiming length: Int, type: String = "application/json"
    ) -> ScriptedResponse {
        raw("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n" + content)
    }

    /// Repeats a text in chunks of at least 64 KiB until the connection closes, then opens a gate.
    package static func endless(
        _ text: String, closed: Gate? = nil, type: String = "application/json"
    ) -> ScriptedResponse {
        body(type: type) { writer, _ in
            defer { closed?.open() }
            let buffer = ByteBuffer(string: String(repeating: text, count: (1 << 16) / text.utf8.count + 1))
            while true { try await writer.write(buffer) }
        }
    }

    /// Resets the connection (RST) instead of responding.
    package static let reset = ScriptedResponse { _, channel in
        if let socket = channel as? any SocketOptionProvider {
            try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try await channel.close()
        throw ConnectionAborted()
    }

    /// Sends any bytes, valid HTTP or not, and ends the connection.
    package static func raw(_ bytes: String) -> ScriptedResponse {
        ScriptedResponse { _, channel in
            try await channel.eventLoop.submit {
                let encoder = try channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
                encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer(string: bytes))), promise: nil)
            }.get()
            try await channel.close()
            throw ConnectionAborted()
        }
    }

    static func body(
        type: String, headers: [String: String] = [:],
        _ write: @escaping @Sendable (inout any ResponseBodyWriter, any Channel) async throws -> Void
    ) -> ScriptedResponse {
        let fields = HTTPFields(headers.merging(["Content-Type": type]) { given, _ in given })
        return ScriptedResponse { _, channel in
            Response(status: .ok, headers: fields, body: ResponseBody { try await write(&$0, channel) })
        }
    }
}

/// Makes the server end the connection.
struct ConnectionAborted: Error {}
