public import Foundation

/// The pictures of music.
public protocol ArtworkRepository: Sendable {
    /// The picture of a piece of music; nil where it has none.
    ///
    /// Throws `SourceFailure` for what goes wrong at its place, `.badData` where what comes is no picture.
    func picture(of music: Music) async throws -> ArtworkImage?
}

/// A picture as it came, in a format that its first bytes tell.
public struct ArtworkImage: Equatable, Sendable {
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
