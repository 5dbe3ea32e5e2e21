package import Hummingbird
package import NIOCore

extension ResponseBody {
    /// Large enough for few system calls, small enough for a slow client to read before the time-out.
    static let pieceSize = 256 << 10

    /// A body with known bytes, which is written in pieces: the time-out of a slow client starts again with each.
    package init(inPieces bytes: ByteBuffer) {
        guard bytes.readableBytes > Self.pieceSize else {
            self.init(byteBuffer: bytes)
            return
        }
        self.init(contentLength: bytes.readableBytes) { writer in
            var rest = bytes
            while rest.readableBytes > 0, let piece = rest.readSlice(length: min(rest.readableBytes, Self.pieceSize)) {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }
}
