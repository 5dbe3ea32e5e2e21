package import FermataDomain

/// A row of any list of the browser.
package enum TUIRow: Equatable, Sendable {
    case music(TrackCellModel)
    case playlist(PlaylistCellModel)
    case download(DownloadCellModel)
    case toDo(ToDoCellModel)
    case artist(ArtistCellModel)

    /// The music that the row is, if it is some.
    var music: MusicCellModel? {
        switch self {
        case .music(let row), .artist(.track(let row)): row.row
        case .download(let row): MusicCellModel(row.download.music)
        case .artist, .playlist, .toDo: nil
        }
    }

    /// Whether its download was under way when it was read.
    var isDownloading: Bool {
        switch self {
        case .music(let row), .artist(.track(let row)): DownloadStateText(row.download).isUnderWay
        case .download(let row): row.isUnderWay
        case .artist, .playlist, .toDo: false
        }
    }

    /// What a to-do that is added here is about.
    var subject: ToDoSubject? {
        if case .artist(.relatedArtist(let row)) = self { return .artist(row.name) }
        return music.map { .music($0.id) }
    }

    /// The title of the section that the row stands in; nil in a list without sections.
    var sectionTitle: String? {
        if case .toDo(let row) = self { row.sectionTitle } else { nil }
    }

    /// Whether the row belongs to a section before that of another row.
    func stands(before other: TUIRow) -> Bool {
        if case .toDo(let row) = self, case .toDo(let other) = other { !row.isDone && other.isDone } else { false }
    }

    /// The same row after its music has changed.
    func replacing(_ changed: MusicCellModel) -> TUIRow {
        switch self {
        case .music(let row) where row.id == changed.id:
            .music(TrackCellModel(changed.music, download: row.download))
        case .artist(.track(let row)) where row.id == changed.id:
            .artist(.track(TrackCellModel(changed.music, download: row.download)))
        case .download(let row) where row.id == changed.id:
            .download(DownloadCellModel(row.download.of(changed.music)))
        default: self
        }
    }
}

extension Download {
    /// The same download of music that has changed.
    fileprivate func of(_ music: Music) -> Download {
        var download = self
        download.music = music
        return download
    }
}

extension TUIRow: Identifiable {
    /// What stays the same of a row while what it shows changes.
    package enum ID: Hashable, Sendable {
        case music(MusicID)
        case playlist(PlaylistID)
        case download(MusicID)
        case toDo(Int)
        case artist(ArtistCellModel.ID)
    }

    package var id: ID {
        switch self {
        case .music(let row): .music(row.id)
        case .playlist(let row): .playlist(row.id)
        case .download(let row): .download(row.id)
        case .toDo(let row): .toDo(row.id)
        case .artist(let row): .artist(row.id)
        }
    }
}
