import Crypto
package import FermataDomain
package import FermataPresentation
import Foundation
import Synchronization

/// Scales artwork down to the sizes of the pages, one image at a time, and caches recent results in memory.
///
/// Evicts everything when full.
package final class ArtworkScaler: Sendable {
    private static let byteLimit = 24 << 20

    private struct Key: Hashable {
        let digest: SHA256Digest
        let size: ArtworkSize
    }

    private struct State {
        var images: [Key: ArtworkImage] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the image as a JPEG that fits the size.
    ///
    /// Returns the image itself if it is not larger, if it cannot be decoded (see `ArtworkDecoder`), and if its Exif data
    /// turns it, which the result could not say. Throws `CancellationError`.
    package func image(_ image: ArtworkImage, fitting size: ArtworkSize) async throws -> ArtworkImage {
        let key = Key(digest: SHA256.hash(data: image.bytes), size: size)
        if let cached = cached(key) { return cached }
        return try await ArtworkDecodingQueue.run { [self] in
            // Another request may have scaled it meanwhile.
            if let cached = cached(key) { return cached }
            let scaled = Self.scaled(image, to: size.pixels) ?? image
            store(scaled, for: key)
            return scaled
        }
    }

    private func cached(_ key: Key) -> ArtworkImage? { state.withLock { $0.images[key] } }

    /// Returns nil for an image that is not larger, cannot be decoded, or is turned.
    private static func scaled(_ image: ArtworkImage, to size: Int) -> ArtworkImage? {
        if image.format == .jpeg, image.bytes.withUnsafeBytes(JPEGHeader.isTurned) { return nil }
        // One more, because the decoder may halve a larger image to exactly this size.
        guard let pixels = ArtworkDecoder.pixels(of: image, atLeast: size + 1), max(pixels.width, pixels.height) > size
        else { return nil }
        return JPEGEncoder.bytes(of: pixels.fitting(width: size, height: size)).map {
            ArtworkImage(format: .jpeg, bytes: $0)
        }
    }

    /// Does not store an image that is large although it could not be scaled.
    private func store(_ image: ArtworkImage, for key: Key) {
        guard image.bytes.count <= Self.byteLimit / 16 else { return }
        state.withLock { state in
            if state.bytes + image.bytes.count > Self.byteLimit { state = State() }
            if state.images.updateValue(image, forKey: key) == nil { state.bytes += image.bytes.count }
        }
    }
}
