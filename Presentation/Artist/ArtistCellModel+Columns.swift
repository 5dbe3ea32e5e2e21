/// The texts of a row in a table; all kinds of rows share its columns.
extension ArtistCellModel {
    /// The kind of a row that is neither a track nor a message.
    public var kindText: String {
        switch self {
        case .playlist: "playlist"
        case .relatedArtist: "related"
        case .track, .message: ""
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

    /// A track's download until it has ended, then its album; the counts of another row.
    public var detailText: String {
        switch self {
        case .track(let row): row.openDownloadText.isEmpty ? row.album : row.openDownloadText
        case .playlist(let row): row.detailText
        case .relatedArtist(let row): row.detailText
        case .message: ""
        }
    }

    /// A track's duration; empty for other rows.
    public var durationText: String {
        if case .track(let row) = self { row.durationText } else { "" }
    }
}
