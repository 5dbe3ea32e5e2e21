import FermataDomain
import Foundation

extension ArtworkImage {
    /// The number of first bytes that determine the format.
    static let formatBytes = 12

    /// Creates a picture with the format that its first bytes determine; nil if they match no format.
    ///
    /// Source: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
    init?(_ bytes: Data) {
        let start = bytes.prefix(Self.formatBytes)
        let format: Format
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            format = .png
        } else if start.starts(with: Array("GIF87a".utf8)) || start.starts(with: Array("GIF89a".utf8)) {
            format = .gif
        } else if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            format = .webp
        } else {
            return nil
        }
        self.init(format: format, bytes: bytes)
    }
}
