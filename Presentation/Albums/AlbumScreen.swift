public import FermataDomain

/// The screen of an album: its head and a window of its tracks by disc.
public struct AlbumScreen: Equatable, Sendable {
    public let album: AlbumCellModel
    public let tracks: [AlbumTrackCellModel]

    public init(_ album: AlbumCellModel, tracks: [TrackCellModel]) {
        self.album = album
        self.tracks = tracks.map { AlbumTrackCellModel($0, in: album) }
    }
}

/// A track of an album, with its number and the heading of its disc.
public struct AlbumTrackCellModel: Equatable, Sendable, Identifiable {
    public private(set) var track: TrackCellModel
    private let hasDiscs: Bool
    /// Whether the library stores lyrics of the song; nil if that was not read.
    private let hasLyrics: Bool?

    public init(_ track: TrackCellModel, in album: AlbumCellModel) {
        (self.track, hasDiscs, hasLyrics) = (track, album.hasDiscs, nil)
    }

    /// Creates the row of a song of which only the download mark is known.
    init(_ row: MusicCellModel, in album: AlbumCellModel) {
        (track, hasDiscs, hasLyrics) = (TrackCellModel(row.music), album.hasDiscs, row.hasLyrics)
    }

    public var id: MusicID { track.id }

    /// `Disc 2`, or `Other songs` without a number; nil for an album of one disc.
    public var sectionTitle: String? {
        hasDiscs ? track.music.disc.map { "Disc \(CountText.grouped($0))" } ?? "Other songs" : nil
    }

    /// Returns the row with another state of its song.
    func replacing(_ track: TrackCellModel) -> AlbumTrackCellModel {
        var row = self
        row.track = track
        return row
    }
}

extension AlbumCellModel {
    /// Returns the tracks of the album's songs in the same batches.
    public func tracks(
        _ songs: any AsyncSequence<[MusicCellModel], any Error> & Sendable
    ) -> any AsyncSequence<[AlbumTrackCellModel], any Error> & Sendable {
        songs.rows { AlbumTrackCellModel($0, in: self) }
    }
}

extension TrackCellModel {
    /// The number on its disc; empty if it is unknown.
    public var numberText: String { music.track.map(CountText.grouped) ?? "" }

    /// The artist if another one than that of the album; else empty.
    public var guestArtist: String {
        ArtistName(music.artist) == ArtistName(music.albumArtistName) ? "" : music.artist
    }
}

extension AlbumTrackCellModel: RowModel {
    package static let table = TableModel<AlbumTrackCellModel>(
        [
            .init("ID", .fixed(10), priority: 2, isDim: true, isCommandID: true) { .plain($0.track.shortID) },
            .init("", .fixed(3), priority: 4) { .marks($0.track.marks) },
            .init("No.", .fixed(4), .trailing, priority: 5, key: "track", isDim: true) {
                .plain($0.track.numberText)
            },
            .init("Title", .share(5), priority: 6) { .plain($0.track.title) },
            .init("Artist", .share(3), priority: 1) { .plain($0.track.guestArtist) },
            .init("Time", .fixed(8), .trailing, priority: 3, key: "duration") { .plain($0.track.timeText) },
        ], emptyText: .album)

    public func value(of field: MusicField) -> FieldValue {
        field == .lyrics ? hasLyrics.map(FieldValue.flag) ?? .none : track.row.value(of: field)
    }
}
