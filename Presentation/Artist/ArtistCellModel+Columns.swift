/// What a row shows where all rows stand in the same columns.
extension ArtistCellModel {
    /// A track's short id, or what kind of row it is.
    public var labelText: String {
        switch self {
        case .track(let row): row.shortID
        case .playlist: "playlist"
        case .relatedArtist: "related"
        case .message: ""
        }
    }

    public var title: String {
        switch self {
        case .track(let row): row.title
        case .playlist(let row): row.name
        case .relatedArtist(let row): row.name
        case .message(let row): row.text
        }
    }

    /// A track's download while that is under way, else its album; what else is known of another row.
    public var detailText: String {
        switch self {
        case .track(let row): row.isDownloaded || row.downloadText.isEmpty ? row.album : row.downloadText
        case .playlist(let row): row.detailText
        case .relatedArtist(let row): row.detailText
        case .message: ""
        }
    }

    /// Empty for what is no track.
    public var durationText: String {
        if case .track(let row) = self { row.durationText } else { "" }
    }
}
