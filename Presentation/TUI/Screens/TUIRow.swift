package import FermataDomain

/// A row of any list.
package enum TUIRow: Equatable, Sendable {
    case music(TrackCellModel)
    case album(AlbumCellModel)
    /// Stands for all artists, before them.
    case allArtists
    case listedArtist(ListedArtistCellModel)
    case albumTrack(AlbumTrackCellModel)
    case playlist(PlaylistCellModel)
    /// A new playlist, among those that songs can be added to.
    case newPlaylist
    case download(DownloadCellModel)
    case toDo(ToDoCellModel)
    case artist(ArtistCellModel)
    case source(SourceCellModel)
    case queued(QueueCellModel)

    /// The music of the row; nil for other rows.
    var music: MusicCellModel? {
        switch self {
        case .music(let row), .artist(.track(let row)): row.row
        case .albumTrack(let row): row.track.row
        case .download(let row): MusicCellModel(row.download.music)
        case .queued(let row): row.song
        case .artist, .album, .allArtists, .listedArtist, .playlist, .newPlaylist, .toDo, .source: nil
        }
    }

    /// The album of the row; nil for other rows.
    var album: AlbumCellModel? {
        switch self {
        case .album(let row), .artist(.album(let row)): row
        default: nil
        }
    }

    /// The album or the artist of the row, and what a person has set on it; nil for other rows.
    var annotated: (subject: AnnotatedSubject, annotations: SubjectAnnotations)? {
        switch self {
        case .listedArtist(let row): (.artist(row.name), row.annotations)
        case .artist(.relatedArtist(let row)): (.artist(row.name), row.annotations)
        default: album.map { (.album($0.id, name: $0.name, artist: $0.artist), $0.annotations) }
        }
    }

    /// Returns the row of an album or artist with what a person has set on it.
    func annotated(by annotations: SubjectAnnotations) -> TUIRow {
        switch self {
        case .album(var row):
            row.annotations = annotations
            return .album(row)
        case .artist(.album(var row)):
            row.annotations = annotations
            return .artist(.album(row))
        case .listedArtist(var row):
            row.annotations = annotations
            return .listedArtist(row)
        case .artist(.relatedArtist(var row)):
            row.annotations = annotations
            return .artist(.relatedArtist(row))
        default: return self
        }
    }

    /// Whether the song, the album or the artist is bookmarked.
    var isBookmarked: Bool { music?.isBookmarked ?? annotated?.annotations.isBookmarked ?? false }

    /// The rating of the song, the album or the artist.
    private var rating: Rating? { music?.music.rating ?? annotated?.annotations.rating }

    /// Whether its download was running when the row was read.
    var isDownloading: Bool {
        switch self {
        case .music(let row), .artist(.track(let row)): row.download.isUnderWay
        case .albumTrack(let row): row.track.download.isUnderWay
        case .download(let row): row.isUnderWay
        case .artist, .album, .allArtists, .listedArtist, .playlist, .newPlaylist, .toDo, .source, .queued: false
        }
    }

    /// The subject of a to-do that is added on this row.
    var subject: ToDoSubject? {
        if case .artist(.relatedArtist(let row)) = self { return .artist(row.name) }
        return music.map { .music($0.id) }
    }

    /// The title of the row's section; nil in lists without sections.
    var sectionTitle: String? {
        switch self {
        case .toDo(let row): row.sectionTitle
        case .albumTrack(let row): row.sectionTitle
        case .artist(let row): row.sectionTitle
        case .music, .album, .allArtists, .listedArtist, .playlist, .newPlaylist, .download, .source, .queued: nil
        }
    }

    /// Whether the row's section precedes that of another row.
    func precedes(_ other: TUIRow) -> Bool {
        if case .toDo(let row) = self, case .toDo(let other) = other { !row.isDone && other.isDone } else { false }
    }

    /// Returns the row with changed music.
    func replacing(_ changed: MusicCellModel) -> TUIRow {
        switch self {
        case .music(let row) where row.id == changed.id:
            .music(TrackCellModel(changed.music, download: row.download))
        case .artist(.track(let row)) where row.id == changed.id:
            .artist(.track(TrackCellModel(changed.music, download: row.download)))
        case .albumTrack(let row) where row.id == changed.id:
            .albumTrack(row.replacing(TrackCellModel(changed.music, download: row.track.download)))
        case .download(let row) where row.id == changed.id:
            .download(DownloadCellModel(row.download.with(changed.music), for: .user))
        case .queued(let row) where row.song.id == changed.id:
            .queued(
                QueueCellModel(QueuedSong(number: row.number, song: changed.music, isCurrent: row.isCurrent)))
        default: self
        }
    }
}

extension Download {
    /// Returns the download with changed music.
    fileprivate func with(_ music: Music) -> Download {
        var download = self
        download.music = music
        return download
    }
}

extension TUIRow: Identifiable {
    /// The identity of a row across changes of its content.
    package enum ID: Hashable, Sendable {
        case music(MusicID)
        case album(AlbumID)
        case allArtists
        case listedArtist(String)
        case playlist(PlaylistID)
        case newPlaylist
        case download(MusicID)
        case toDo(Int)
        case artist(ArtistCellModel.ID)
        case source(String)
        case queued(Int)
    }

    package var id: ID {
        switch self {
        case .music(let row): .music(row.id)
        case .album(let row): .album(row.id)
        case .allArtists: .allArtists
        case .listedArtist(let row): .listedArtist(row.id)
        case .albumTrack(let row): .music(row.id)
        case .playlist(let row): .playlist(row.id)
        case .newPlaylist: .newPlaylist
        case .download(let row): .download(row.id)
        case .toDo(let row): .toDo(row.id)
        case .artist(let row): .artist(row.id)
        case .source(let row): .source(row.name)
        case .queued(let row): .queued(row.number)
        }
    }

    /// The row’s cells in some columns of its list.
    ///
    /// `download` is the current state of the download of the row’s music; nil if it has not changed since the row was
    /// read. `sync` is the progress of the running sync, `playing` the song that plays.
    func cells(
        in columns: [PlacedColumn], download: DownloadCellModel?, sync: SyncProgressText?, playing: MusicID?
    ) -> [TableCell] {
        let cells = cells(in: columns, download: download, sync: sync)
        let (prefix, suffix) = (prefix(in: cells, playing: playing), suffix(in: columns))
        if prefix.isEmpty, suffix.isEmpty { return cells }
        return zip(columns, cells).map { column, cell in
            guard Self.titleKeys.contains(column.column.key), case .text(let title) = cell else { return cell }
            return .text(StyledText(prefix + title.text + suffix, isStruckThrough: title.isStruckThrough))
        }
    }

    /// The keys of the columns with titles and names.
    private static let titleKeys = [MusicField.title.rawValue, AlbumField.name.rawValue]

    /// The marks before the title: that of the song that plays, and that of a bookmark which no other cell shows.
    private func prefix(in cells: [TableCell], playing: MusicID?) -> String {
        let hasMarks = cells.contains { if case .marks = $0 { true } else { false } }
        return (isMarked(playing: playing) ? "▶ " : "")
            + (!hasMarks && isBookmarked ? "✭ " : "")
    }

    /// The rating after the title, if no column shows it.
    private func suffix(in columns: [PlacedColumn]) -> String {
        guard let rating, !columns.contains(where: { $0.column.key == MusicField.rating.rawValue }) else { return "" }
        return " " + rating.stars
    }

    /// Whether the row is marked as that of the song that plays. The rows of the queue have a mark of their own.
    private func isMarked(playing: MusicID?) -> Bool {
        switch self {
        case .music, .albumTrack, .download, .artist(.track): playing != nil && music?.id == playing
        case .queued, .artist, .album, .allArtists, .listedArtist, .playlist, .newPlaylist, .toDo, .source: false
        }
    }

    /// The cells of a row with a text in one column only.
    private static func cells(_ text: String, of key: String, in columns: [PlacedColumn]) -> [TableCell] {
        columns.map { .plain($0.column.key == key ? text : "") }
    }

    private func cells(
        in columns: [PlacedColumn], download: DownloadCellModel?, sync: SyncProgressText?
    ) -> [TableCell] {
        switch self {
        case .music(let row): TrackCellModel.table.cells(of: row.with(download), in: columns)
        case .album(let row): AlbumCellModel.table.cells(of: row, in: columns)
        case .allArtists: Self.cells("All artists", of: ListedArtistField.name.rawValue, in: columns)
        case .listedArtist(let row): ListedArtistCellModel.table.cells(of: row, in: columns)
        case .albumTrack(let row):
            AlbumTrackCellModel.table.cells(of: row.replacing(row.track.with(download)), in: columns)
        case .playlist(let row): PlaylistCellModel.table.cells(of: row, in: columns)
        case .newPlaylist: Self.cells("New playlist…", of: PlaylistField.name.rawValue, in: columns)
        case .download(let row): DownloadCellModel.table.cells(of: row.with(download), in: columns)
        case .toDo(let row): ToDoCellModel.table.cells(of: row, in: columns)
        case .artist(.track(let row)): ArtistCellModel.table.cells(of: .track(row.with(download)), in: columns)
        case .artist(let row): ArtistCellModel.table.cells(of: row, in: columns)
        case .queued(let row): QueueCellModel.table.cells(of: row, in: columns)
        case .source(let row): SourceCellModel.syncTable.cells(of: row.with(sync), in: columns)
        }
    }
}

extension TrackCellModel {
    fileprivate func with(_ row: DownloadCellModel?) -> TrackCellModel {
        row.map { TrackCellModel(music, download: $0.download.state) } ?? self
    }
}

extension SourceCellModel {
    fileprivate func with(_ sync: SyncProgressText?) -> SourceCellModel {
        var row = self
        row.progress = sync.flatMap { $0.source == name ? $0 : nil }
        return row
    }
}

extension DownloadCellModel {
    /// The row with a newer state and its own music, since the newer row has the music from the download's start.
    fileprivate func with(_ row: DownloadCellModel?) -> DownloadCellModel {
        guard var download = row?.download else { return self }
        download.music = self.download.music
        return DownloadCellModel(download, for: .user)
    }
}
