public import Foundation

/// The artwork of music.
public protocol ArtworkRepository: Sendable {
    /// Returns the artwork of a song, or nil if it has none.
    ///
    /// Throws `SourceFailure`, of the kind `.badData` if the source sends something other than an image.
    func artwork(of music: Music) async throws -> ArtworkImage?
}

/// An image as received; its first bytes identify the format.
public struct ArtworkImage: Equatable, Sendable {
    /// A format of images that a browser and a terminal can show.
    public enum Format: String, Sendable, CaseIterable {
        case jpeg, png, gif, webp
    }

    public var format: Format
    public var bytes: Data

    public init(format: Format, bytes: Data) {
        self.format = format
        self.bytes = bytes
    }
}
