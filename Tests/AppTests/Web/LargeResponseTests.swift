import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestTraits
import Testing
import fermata

@Suite("The body of a response with known bytes")
struct LargeResponseTests {
    @Test(
        "is written in pieces of at most 256 KiB",
        arguments: [
            (100, [100]), (262_144, [262_144]), (262_145, [262_144, 1]), (600_000, [262_144, 262_144, 75_712]),
        ])
    func writesPieces(length: Int, pieces: [Int]) async throws {
        let bytes = ByteBuffer(bytes: Data.varied(count: length))
        let body = ResponseBody(inPieces: bytes)
        #expect(body.contentLength == length)
        // The body of a cached response is written several times.
        for _ in 1...2 {
            let writer = PieceWriter()
            try await body.write(writer)
            let written = writer.pieces.withLock { $0 }
            #expect(written.map(\.readableBytes) == pieces)
            #expect(written.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } == bytes)
        }
    }
}

/// Records the pieces that a body writes.
private final class PieceWriter: ResponseBodyWriter, Sendable {
    let pieces = Mutex<[ByteBuffer]>([])

    func write(_ buffer: ByteBuffer) async throws { pieces.withLock { $0.append(buffer) } }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
