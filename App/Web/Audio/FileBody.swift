import FermataDomain
import Foundation
import Hummingbird
import NIOCore

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
