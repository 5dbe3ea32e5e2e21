import NIOCore

/// Splits bytes into lines without their line feed.
///
/// Throws `LineTooLong` for a line of more than `limit` bytes.
struct JSONLineDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer
    struct LineTooLong: Error {}

    private let limit: Int
    /// The number of bytes in which no line feed was found.
    private var searched = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let end = buffer.readableBytesView.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) else {
            searched = buffer.readableBytes
            if searched > limit { throw LineTooLong() }
            return .needMoreData
        }
        let length = end - buffer.readerIndex
        searched = 0
        if length > limit { throw LineTooLong() }
        guard let line = buffer.readSlice(length: length) else { return .needMoreData }
        buffer.moveReaderIndex(forwardBy: 1)
        context.fireChannelRead(wrapInboundOut(line))
        return .continue
    }
}
