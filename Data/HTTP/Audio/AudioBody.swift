import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOCore

/// The body of an audio response, in chunks.
///
/// Only the time spent in `next()` counts as waiting for the source.
struct AudioBody {
    private var chunks: HTTPClientResponse.Body.AsyncIterator
    private var peeked: ByteBuffer?
    private let address: CatalogueAddress
    private let stallDetector: StallDetector

    init(_ body: HTTPClientResponse.Body, address: CatalogueAddress, stallDetector: StallDetector) {
        chunks = body.makeAsyncIterator()
        self.address = address
        self.stallDetector = stallDetector
    }

    /// Returns the first bytes for sniffing the content, without consuming them.
    mutating func peek() async throws -> ByteBuffer {
        var start = try await next() ?? ByteBuffer()
        while start.readableBytes < AudioContent.sniffedBytes, let chunk = try await next() {
            start.writeImmutableBuffer(chunk)
        }
        if start.readableBytes > 0 { peeked = start }
        return start
    }

    /// Returns the next chunk; nil at the end.
    ///
    /// Throws `SourceFailure`, or `CancellationError` if the task was cancelled.
    mutating func next() async throws -> ByteBuffer? {
        if let chunk = peeked {
            peeked = nil
            return chunk
        }
        stallDetector.measure(.body)
        defer { stallDetector.measure(nil) }
        do {
            guard let chunk = try await chunks.next() else { return nil }
            stallDetector.receive(chunk.readableBytes)
            return chunk
        } catch {
            throw SourceFailure.reading(error, address: address)
        }
    }
}

extension ByteBuffer {
    /// The readable bytes, not copied.
    var data: Data {
        withUnsafeReadableBytesWithStorageManagement { bytes, storage in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return Data() }
            let reference = storage.retain()
            return Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
                deallocator: .custom { _, _ in reference.release() })
        }
    }
}

extension SourceFailure {
    /// Returns the error to throw for a failed request: `SourceFailure`, or `CancellationError` if the task was
    /// cancelled.
    static func reading(_ error: any Error, address: CatalogueAddress) -> any Error {
        Task.isCancelled ? CancellationError() : SourceFailure(transport: error, address: address.shown)
    }
}
