public import Foundation

/// Gets the artwork of a song that the listener may see.
public struct GetArtworkUsecase: Sendable {
    private let music: any MusicRepository
    private let artwork: any ArtworkRepository
    private let listener: Listener

    public init(music: any MusicRepository, artwork: any ArtworkRepository, listener: Listener) {
        self.music = music
        self.artwork = artwork
        self.listener = listener
    }

    /// Returns the artwork, or nil if the song has none.
    ///
    /// Throws `MusicError.notFound` or `SourceFailure`.
    public func execute(_ id: MusicID) async throws -> ArtworkImage? {
        try await artwork.artwork(of: try await music.music(id, allowedBy: listener))
    }
}

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
