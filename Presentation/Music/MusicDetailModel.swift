public import FermataDomain

/// The detail screen of a song: its known values, line by line.
public struct MusicDetailModel: Equatable, Sendable {
    /// The lines of the screen, in their order.
    public enum Field: String, CaseIterable, Sendable {
        case id, title, artist, album, disc, track, genre, duration, released, popularity, explicit
        case bookmarked, rating, downloaded, plays, played, added, source, artwork, audio
    }

    public let track: TrackCellModel
    private let records: [MusicRecordModel]
    private let style: DateStyle

    /// `records` are those of the song's sources; they are shown for several sources only.
    public init(_ track: TrackCellModel, records: [MusicRecordModel] = [], style: DateStyle) {
        self.track = track
        self.records = records
        self.style = style
    }

    /// Creates the screen of a row of which only the download mark is known.
    package init(_ row: MusicCellModel, records: [MusicRecordModel] = [], style: DateStyle) {
        self.init(TrackCellModel(row.music), records: records, style: style)
    }

    /// Each known value as a person reads it, with its label, then a line for each of several sources.
    public var lines: [(label: String, text: String)] {
        Field.allCases.map { ($0.rawValue, text(of: $0)) }.filter { !$0.1.isEmpty }
            + recordTexts(showsFiles: true).map { ("record", $0) }
    }

    /// Returns the texts of the records if there are several.
    func recordTexts(showsFiles: Bool) -> [String] {
        records.count > 1 ? records.map { $0.text(showsFiles: showsFiles) } : []
    }

    /// The text of a line; empty if the value is unknown.
    public func text(of field: Field) -> String {
        switch field {
        case .id: music.id.description
        case .title: music.title
        case .artist: music.artist
        case .album: music.album
        case .disc: music.disc.map(CountText.grouped) ?? ""
        case .track: music.track.map(CountText.grouped) ?? ""
        case .genre: music.genre ?? ""
        case .duration: music.duration > .zero ? track.durationText : ""
        case .released: music.released.map(style.text) ?? ""
        case .popularity: music.popularity.map(Self.text) ?? ""
        case .explicit: explicitText
        case .bookmarked: Self.text(music.isBookmarked)
        case .rating: music.rating?.stars ?? ""
        case .downloaded: downloadText
        case .plays: music.plays > 0 ? CountText.grouped(music.plays) : ""
        case .played: music.lastPlayed.flatMap(Moment.init).map { style.dateText(.moment($0)) } ?? ""
        case .added: Moment(music.added).map { style.dateText(.moment($0)) } ?? ""
        case .source: music.sources.joined(separator: ", ")
        case .artwork: music.artworkURL ?? ""
        case .audio: music.audioURL ?? ""
        }
    }

    private var music: Music { track.music }

    private var explicitText: String {
        switch music.explicit {
        case .unknown: ""
        case .clean: Self.text(false)
        case .explicit: Self.text(true)
        }
    }

    private var downloadText: String {
        switch track.download {
        case .notDownloaded where music.isLocal: "not needed: a file of a folder"
        case .notDownloaded, .downloaded: Self.text(track.isDownloaded)
        case .waiting, .downloading, .failed: track.downloadText
        }
    }

    private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
    private static func text(_ flag: Bool) -> String { flag ? "yes" : "no" }
}

/// The record of a song in one source, as a line and as an object.
public struct MusicRecordModel: Equatable, Sendable {
    private let record: MusicRecord

    public init(_ record: MusicRecord) { self.record = record }

    /// The source's name and values; `showsFiles` adds the address of a file on this computer.
    func text(showsFiles: Bool) -> String {
        let explicit = record.explicit == .unknown ? "" : record.explicit.rawValue
        let duration = record.duration > .zero ? DurationText(record.duration).clock : ""
        let audio = record.audioURL.flatMap { showsFiles || !$0.isLocalAddress ? $0 : nil } ?? ""
        let values = [record.title, record.artist, record.album, duration, explicit, audio]
        return record.source + ": " + values.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The keys and values of the object.
    var values: [NamedValue] {
        [
            NamedValue("source", .text(record.source)), NamedValue("title", .text(record.title)),
            NamedValue("artist", FieldValue(record.artist)), NamedValue("album", FieldValue(record.album)),
            NamedValue("duration", FieldValue(seconds: record.duration)),
            NamedValue("explicit", .text(record.explicit.rawValue)),
            NamedValue("audio", FieldValue(address: record.audioURL)),
        ]
    }
}

/// A song with the records of its sources.
public struct SongModel: Equatable, Sendable {
    public let row: MusicCellModel
    public let records: [MusicRecordModel]

    public init(_ row: MusicCellModel, records: [MusicRecordModel]) {
        self.row = row
        self.records = records
    }
}

/// The keys of a song: those of a row of music, and `records`.
public enum SongField: RowField {
    case music(MusicField)
    case records

    public static let allCases = MusicField.allCases.map(SongField.music) + [.records]
    public static let requestedOnly = MusicField.requestedOnly.map(SongField.music)

    public init?(rawValue: String) {
        if rawValue == "records" {
            self = .records
        } else if let field = MusicField(rawValue: rawValue) {
            self = .music(field)
        } else {
            return nil
        }
    }

    public var rawValue: String {
        switch self {
        case .music(let field): field.rawValue
        case .records: "records"
        }
    }

    public var valueKind: FieldKind {
        switch self {
        case .music(let field): field.valueKind
        case .records: .text
        }
    }
}

extension SongModel: RowModel {
    /// The table for requested keys; without them, `MusicDetailModel` shows the song as lines.
    package static let table = MusicCellModel.table.showing { (song: SongModel) in song.row }

    public func value(of field: SongField) -> FieldValue {
        switch field {
        case .music(let field): row.value(of: field)
        case .records: .objects(records.map(\.values))
        }
    }
}
