import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOCore

/// The body of an answer, piece by piece.
///
/// The source is waited for while the next one is asked for, and only then.
struct AudioBody {
    private var pieces: HTTPClientResponse.Body.AsyncIterator
    private var first: ByteBuffer?
    private let address: CatalogueAddress
    private let meter: StallDetector

    init(_ body: HTTPClientResponse.Body, address: CatalogueAddress, meter: StallDetector) {
        pieces = body.makeAsyncIterator()
        self.address = address
        self.meter = meter
    }

    /// The first bytes, enough to know a page by, or all there are; they come again as the next piece.
    mutating func beginning() async throws -> ByteBuffer {
        var beginning = try await next() ?? ByteBuffer()
        while beginning.readableBytes < AudioContent.sniffedBytes, let piece = try await next() {
            beginning.writeImmutableBuffer(piece)
        }
        if beginning.readableBytes > 0 { first = beginning }
        return beginning
    }

    /// Throws `SourceFailure`, or `CancellationError` where the task was cancelled.
    mutating func next() async throws -> ByteBuffer? {
        if let piece = first {
            first = nil
            return piece
        }
        meter.restart(.body)
        defer { meter.restart(nil) }
        do { return try await pieces.next() } catch { throw SourceFailure.reading(error, address: address) }
    }
}

extension ByteBuffer {
    /// The bytes to be read, not copied.
    var data: Data {
        withUnsafeReadableBytesWithStorageManagement { bytes, storage in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return Data() }
            let held = storage.retain()
            return Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
                deallocator: .custom { _, _ in held.release() })
        }
    }
}

extension SourceFailure {
    /// What a request ended with.
    ///
    /// A failure put into words, or `CancellationError` where the task was cancelled.
    static func reading(_ error: any Error, address: CatalogueAddress) -> any Error {
        Task.isCancelled ? CancellationError() : SourceFailure(transport: error, address: address.shown)
    }
}
