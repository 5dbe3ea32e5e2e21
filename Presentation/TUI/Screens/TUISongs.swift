package import FermataDomain

/// The songs that an action is about.
package enum TUISongs: Equatable, Sendable {
    /// The largest number of songs that one action changes.
    package static let limit = 100_000

    case songs([MusicID])
    /// The songs of some rows of a list.
    indirect case rows(TUISource, Window = .all)
    /// All songs of an artist, as the artist's page orders the albums.
    case artist(String)
    /// The songs of several albums, playlists or artists, one after the other.
    indirect case all([TUISongs])

    /// The largest number of songs that are played: less of a list that may have all songs of the library.
    package var playLimit: Int {
        if case .rows(let source, let window) = self, window.limit == nil, !source.isCollection {
            PlayQueue.libraryLimit
        } else {
            Self.limit
        }
    }
}

extension TUIPage {
    /// The songs of the selected rows, of the selected album or playlist, or the song that the page is about.
    var songs: TUISongs? {
        if let range = list?.selectedRange { return songs(in: range) }
        if let row = list?.selected, row.isCollection { return row.songs }
        return music.map { .songs([$0.id]) }
    }

    /// Names the songs in a sentence: `“Fame”`, `3 songs`.
    var songsText: String {
        if let range = list?.selectedRange {
            return CountText(range.count, source.listsMusic ? "song" : list?.noun(of: range) ?? "row").text
        }
        let row = list?.selected
        let name = row?.album?.name ?? row?.playlist?.name ?? music?.title
        return name.map { "“\($0)”" } ?? row?.artist.map { "all songs by \($0)" } ?? ""
    }

    /// The songs of the rows in a range, by their ids if all rows are loaded.
    private func songs(in range: ClosedRange<Int>) -> TUISongs? {
        guard let rows = list?.rows(in: range) else {
            return .rows(source, Window(offset: range.lowerBound, limit: range.count))
        }
        let ids = rows.compactMap(\.music?.id)
        if ids.count == rows.count { return .songs(ids) }
        let songs = rows.compactMap(\.songs)
        return songs.isEmpty ? nil : .all(songs)
    }
}

extension TUIList {
    /// What rows in a range are: `song`, `album`, `playlist` or `artist`; `row` if they differ or are not loaded.
    func noun(of range: ClosedRange<Int>) -> String {
        let nouns = Set(rows(in: range)?.map(\.noun) ?? [])
        return nouns.count == 1 ? nouns.first ?? "row" : "row"
    }
}

extension TUIRow {
    /// The songs of an album, a playlist or an artist in a list of artists, or the song of the row; nil for other rows.
    package var songs: TUISongs? {
        if case .listedArtist(let row) = self { return .artist(row.name) }
        return collection.map { .rows($0) } ?? music.map { .songs([$0.id]) }
    }

    /// Whether it stands for the songs of an album, a playlist or an artist in a list of artists.
    var isCollection: Bool {
        if case .listedArtist = self { return true }
        return collection != nil
    }

    fileprivate var noun: String {
        if case .listedArtist = self { return "artist" }
        return music != nil ? "song" : album != nil ? "album" : playlist != nil ? "playlist" : "row"
    }

    /// The source of the songs of an album or a playlist; nil for other rows.
    private var collection: TUISource? {
        album.map(TUISource.album) ?? playlist.map(TUISource.playlist)
    }

    /// The playlist of the row; nil for other rows.
    var playlist: PlaylistCellModel? {
        switch self {
        case .playlist(let row), .artist(.playlist(let row)): row
        default: nil
        }
    }

    /// The artist of the row; nil for other rows, and for an unknown artist.
    var artist: String? {
        let name: String? =
            switch self {
            case .artist(.relatedArtist(let row)): row.name
            case .listedArtist(let row): row.name
            default: album?.artist ?? music?.artist
            }
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension TUISource {
    /// Whether it lists the songs of one album, playlist or artist.
    fileprivate var isCollection: Bool {
        switch self {
        case .album, .playlist, .artist: true
        case .music(let query): query.artist != nil
        default: false
        }
    }
}
