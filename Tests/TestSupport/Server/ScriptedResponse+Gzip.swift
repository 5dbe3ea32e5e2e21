package import Foundation
package import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

extension ScriptedResponse {
    /// Sends a document compressed with gzip.
    package static func gzip(_ content: Data, etag: String? = nil) throws -> ScriptedResponse {
        document(try gzipped([ByteBuffer(bytes: content)]), etag: etag, headers: ["Content-Encoding": "gzip"])
    }

    /// Sends bytes that claim to be gzip.
    package static func claimedGzip(_ bytes: Data) -> ScriptedResponse {
        document(bytes, headers: ["Content-Encoding": "gzip"])
    }

    /// Sends white space that decompresses to a thousand times its size.
    package static func gzipBomb(mebibytes: Int) throws -> ScriptedResponse {
        let piece = ByteBuffer(repeating: UInt8(ascii: " "), count: 1 << 20)
        return document(
            try gzipped(Array(repeating: piece, count: mebibytes)), headers: ["Content-Encoding": "gzip"])
    }

    package static func gzipped(_ pieces: [ByteBuffer]) throws -> Data {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
        try channel.writeInbound(
            HTTPServerRequestPart.head(
                HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Accept-Encoding": "gzip"])))
        try channel.writeOutbound(
            HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        for piece in pieces { try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(piece))) }
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        var compressed = Data()
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .body(.byteBuffer(let buffer)) = part { compressed.append(contentsOf: buffer.readableBytesView) }
        }
        _ = try channel.finish()
        return compressed
    }
}
