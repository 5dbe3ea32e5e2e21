public import FermataDomain

/// A size of artwork, named by its longer side in pixels.
public enum ArtworkSize: String, Sendable, CaseIterable {
    case row = "96"
    case tile = "320"
    case page = "640"

    public var pixels: Int {
        switch self {
        case .row: 96
        case .tile: 320
        case .page: 640
        }
    }
}

/// Artwork in several sizes, and the colour in its place until it is loaded.
public struct ArtworkModel: Equatable, Sendable {
    /// How many colours there are.
    package static let tintCount = 12
    private let original: PageAddress
    private let hasSizes: Bool
    /// The number of the colour, which depends on the name of the album.
    public let tint: Int

    /// `song` is the one whose artwork is shown; nil for the placeholder.
    public init(of song: MusicID?, named name: String) {
        (original, hasSizes) = (song.map(PageAddress.artwork) ?? .placeholderArtwork, song != nil)
        // FNV-1a, so that the colour is the same in each process.
        let hash = name.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        tint = Int(hash % UInt32(Self.tintCount))
    }

    /// The address of a size.
    public func address(_ size: ArtworkSize) -> PageAddress {
        hasSizes ? original.withQuery([("size", size.rawValue)]) : original
    }

    /// The addresses of all sizes with their widths in pixels; none for the placeholder.
    public var sources: [(address: PageAddress, width: Int)] {
        hasSizes ? ArtworkSize.allCases.map { (address($0), $0.pixels) } : []
    }
}

extension MusicCellModel {
    public var artworkModel: ArtworkModel {
        ArtworkModel(of: artwork == .placeholder ? nil : id, named: album.isEmpty ? title : album)
    }
}

extension AlbumCellModel {
    public var artworkModel: ArtworkModel { ArtworkModel(of: artwork, named: name) }
}

extension DownloadCellModel {
    public var artworkModel: ArtworkModel { ArtworkModel(of: id, named: title) }
}
