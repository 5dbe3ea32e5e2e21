import FermataDomain
import Foundation
import Hummingbird
import NIOCore

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
