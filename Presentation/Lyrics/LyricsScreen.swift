public import FermataDomain

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
