public import FermataDomain

/// Provides the lyrics of songs.
public struct LyricsDataSource: Sendable {
    private let getMusic: GetMusicUsecase
    private let getLyrics: GetLyricsUsecase

    public init(getMusic: GetMusicUsecase, getLyrics: GetLyricsUsecase) {
        self.getMusic = getMusic
        self.getLyrics = getLyrics
    }

    /// Returns the lyrics of the one song whose id begins with the text. Throws `MusicError`.
    public func screen(of typed: String, at elapsed: Duration? = nil) async throws -> LyricsScreen {
        try await screen(of: MusicCellModel(try await getMusic.find(typed)), at: elapsed)
    }

    /// Returns the lyrics of a row's song. Throws `MusicError`.
    public func screen(of row: MusicCellModel, at elapsed: Duration? = nil) async throws -> LyricsScreen {
        LyricsScreen(row, lyrics: try await getLyrics.execute(of: row.id), elapsed: elapsed)
    }

    /// Returns rows that state whether the library stores lyrics of their songs.
    public func marking(_ rows: [MusicCellModel]) async throws -> [MusicCellModel] {
        let songs = try await getLyrics.songsWithLyrics(among: rows.map(\.id))
        return rows.map { row in
            var row = row
            row.hasLyrics = songs.contains(row.id)
            return row
        }
    }

    /// Returns batches of rows that state whether the library stores lyrics of their songs.
    public func marking(
        _ batches: some AsyncSequence<[MusicCellModel], any Error> & Sendable
    ) -> any AsyncSequence<[MusicCellModel], any Error> & Sendable {
        batches.map { try await marking($0) }
    }
}

/// The lyrics of a song at a playback position.
public struct LyricsScreen: Equatable, Sendable {
    public let music: MusicCellModel
    private let lyrics: Lyrics
    /// The playback position; nil while the song is not played.
    public var elapsed: Duration? {
        didSet { if elapsed != oldValue { currentLine = elapsed.flatMap(lyrics.currentLine) } }
    }
    /// The index of the line that is sung now; nil before the first line and while the song is not played.
    public private(set) var currentLine: Int?
    /// Whether choosing a line moves the playback to its time.
    public var jumpsToLines: Bool

    public init(_ music: MusicCellModel, lyrics: Lyrics, elapsed: Duration? = nil, jumpsToLines: Bool = true) {
        (self.music, self.lyrics, self.elapsed, self.jumpsToLines) = (music, lyrics, elapsed, jumpsToLines)
        currentLine = elapsed.flatMap(lyrics.currentLine)
    }

    public var title: String { music.title }
    /// The song, above its lyrics among those of other songs: `Fame by David Bowie`.
    public var heading: String { music.music.titleAndArtist.onOneLine }
    public var artist: String { music.artist }
    /// Whether any line has a time.
    public var isTimed: Bool { lyrics.isTimed }
    public var isEmpty: Bool { lyrics.isEmpty }
    public var count: Int { lyrics.lines.count }
    package var emptyText: EmptyListText { .lyrics }
    public var rows: [LyricLineCellModel] { lyrics.lines.indices.map(row) }

    /// The row of a line.
    public func row(at index: Int) -> LyricLineCellModel {
        LyricLineCellModel(lyrics.lines[index], at: index, currentLine: currentLine)
    }

    /// Returns the position to which choosing a line moves the playback; nil without a time, or if lines do not jump.
    public func target(ofLine index: Int) -> Duration? {
        jumpsToLines && lyrics.lines.indices.contains(index) ? lyrics.lines[index].time : nil
    }
}

/// The keys of a song's lyrics.
public enum LyricsField: String, RowField {
    case id, title, artist
    /// Whether any line has a time.
    case timed
    /// The index of the current line.
    case current
    case lines

    public var valueKind: FieldKind {
        switch self {
        case .timed: .flag
        case .current: .number
        case .id, .title, .artist, .lines: .text
        }
    }
}

extension LyricsScreen: RowModel {
    public func value(of field: LyricsField) -> FieldValue {
        switch field {
        case .id: .text(music.id.description)
        case .title: .text(title)
        case .artist: FieldValue(artist)
        case .timed: .flag(isTimed)
        case .current: FieldValue(currentLine)
        case .lines:
            .objects(
                rows.map { [NamedValue("time", $0.value(of: .time)), NamedValue("text", $0.value(of: .text))] })
        }
    }
}
