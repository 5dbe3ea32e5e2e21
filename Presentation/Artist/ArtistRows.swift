import FermataDomain

extension [ArtistCellModel] {
    /// The rows of a page: a problem if there is one, then tracks, playlists and related artists.
    init(_ page: ArtistPage, freshness: FreshnessModel, for audience: ProblemModel.Audience) {
        self.init()
        if freshness.isProblem {
            append(.message(MessageCellModel(freshness.isOffline ? .offline : .error, of: .table, freshness.text)))
        }
        appendTracks(of: page, for: audience)
        append(page.playlists, upTo: page.relatedLimit, of: .playlists, called: "playlists", for: audience) {
            .playlist(PlaylistCellModel($0.playlist, artistSongCount: $0.artistSongCount))
        }
        append(page.related, upTo: page.relatedLimit, of: .relatedArtists, called: "related artists", for: audience) {
            .relatedArtist(RelatedArtistCellModel($0))
        }
    }

    private mutating func appendTracks(of page: ArtistPage, for audience: ProblemModel.Audience) {
        for music in page.tracks {
            append(.track(TrackCellModel(music, download: page.downloads[music.id], for: audience)))
        }
        let hidden = page.trackCount - page.tracks.count
        if hidden > 0, !page.tracks.isEmpty {
            append(.message(MessageCellModel(.more, of: .tracks, "and " + CountText(hidden, "more track").text)))
        } else if page.trackCount == 0 {
            append(.message(MessageCellModel(.empty, of: .tracks, "No music by \(page.artist)")))
        }
    }

    private mutating func append<Value>(
        _ values: Loading<[Value]>, upTo limit: Int, of part: MessageCellModel.Part, called name: String,
        for audience: ProblemModel.Audience, row: (Value) -> ArtistCellModel
    ) {
        switch values {
        case .loading:
            append(.message(MessageCellModel(.loading, of: part, "Loading \(name)…")))
        case .loaded(let values):
            for value in values.prefix(limit) { append(row(value)) }
            if values.count > limit, limit > 0 {
                append(.message(MessageCellModel(.more, of: part, "and more \(name)")))
            }
        case .failed(let error):
            let text = "Cannot read the \(name). \(ProblemModel(error, for: audience).sentence)"
            append(.message(MessageCellModel(.error, of: part, text)))
        }
    }
}
