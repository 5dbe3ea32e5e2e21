import FermataDomain
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1

/// Sends a part of a file.
struct FileBody {
    let file: StoredAudio
    let channel: any Channel

    func body(_ range: Range<Int64>?) -> ResponseBody {
        let range = range ?? 0..<0
        return ResponseBody(contentLength: Int(range.upperBound - range.lowerBound)) { [self] writer in
            let handle = try file.file.duplicated()
            let result: Result<Void, any Error>
            do { result = .success(try await send(range, of: handle, &writer)) } catch { result = .failure(error) }
            try handle.close()
            try result.get()
            try await writer.finish(nil)
        }
    }

    /// Lets the system send the file. Reads the file if the connection is not a socket.
    private func send(
        _ range: Range<Int64>, of handle: NIOFileHandle, _ writer: inout any ResponseBodyWriter
    ) async throws {
        var position = range.lowerBound
        while position < range.upperBound {
            let end = min(position + Int64(ResponseBody.pieceSize), range.upperBound)
            guard try file.file.length >= end else { throw ChannelError.eof }
            do {
                let region = FileRegion(fileHandle: handle, readerIndex: Int(position), endIndex: Int(end))
                try await channel.triggerUserOutboundEvent(region).get()
            } catch ChannelError.operationUnsupported {
                try await writer.write(ByteBuffer(bytes: try file.file.bytes(position..<end)))
            }
            position = end
        }
    }
}

extension FileHandle {
    /// The same open file for the server's connections.
    fileprivate func duplicated() throws -> NIOFileHandle {
        let descriptor = fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "fcntl") }
        return NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: descriptor)
    }

    /// The current length, which may have changed since the file was opened.
    fileprivate var length: Int64 {
        get throws {
            var status = stat()
            guard fstat(fileDescriptor, &status) == 0 else { throw IOError(errnoCode: errno, reason: "fstat") }
            return Int64(status.st_size)
        }
    }

    /// Reads a range, regardless of the file's position. Throws at the end of the file.
    fileprivate func bytes(_ range: Range<Int64>) throws -> [UInt8] {
        let count = Int(range.upperBound - range.lowerBound)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            size = max(0, pread(fileDescriptor, buffer.baseAddress, count, off_t(range.lowerBound)))
        }
        guard bytes.count == count else { throw ChannelError.eof }
        return bytes
    }
}

/// Sends audio of a source as fast as the client reads it.
struct StreamBody {
    let stream: AudioStream

    /// A body with the bytes of a range, which the stream starts with; with all bytes if the range is nil.
    func body(_ range: Range<Int64>?) -> ResponseBody {
        ResponseBody(contentLength: range.map { Int($0.upperBound - $0.lowerBound) }) { [stream] writer in
            var rest = range.map { Int($0.upperBound - $0.lowerBound) } ?? .max
            while rest > 0, let bytes = try await stream.next() {
                try await writer.write(ByteBuffer(bytes: bytes.prefix(rest)))
                rest -= min(rest, bytes.count)
            }
            try await writer.finish(nil)
        }
    }
}

/// Sends parts of files as the body of a response, which the system copies to the socket by itself.
///
/// A response's body cannot contain file regions, so they arrive as events between its head and its end.
final class FileRegionHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let region = event as? FileRegion else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        context.writeAndFlush(wrapOutboundOut(.body(.fileRegion(region))), promise: promise)
    }
}
