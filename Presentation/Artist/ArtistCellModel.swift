public import FermataDomain

/// A row of an artist's page.
public enum ArtistCellModel: Equatable, Sendable {
    case track(TrackCellModel)
    case playlist(PlaylistCellModel)
    case relatedArtist(RelatedArtistCellModel)
    case message(MessageCellModel)
}

extension ArtistCellModel: Identifiable {
    /// The identity of a row, which stays the same while its content changes.
    public enum ID: Hashable, Sendable {
        case track(MusicID)
        case playlist(PlaylistID)
        case relatedArtist(String)
        case message(MessageCellModel.ID)
    }

    public var id: ID {
        switch self {
        case .track(let row): .track(row.id)
        case .playlist(let row): .playlist(row.id)
        case .relatedArtist(let row): .relatedArtist(row.id)
        case .message(let row): .message(row.id)
        }
    }
}
