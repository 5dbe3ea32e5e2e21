public import FermataDomain

/// The lyrics of a song, at a time of its playback.
public struct LyricsScreen: Equatable, Sendable {
    public let music: MusicCellModel
    private let lyrics: Lyrics
    /// Where the playback of the song is; nil while it is not played.
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
    public var artist: String { music.artist }
    /// Whether the lines can be followed.
    public var isTimed: Bool { lyrics.isTimed }
    public var isEmpty: Bool { lyrics.isEmpty }
    public var count: Int { lyrics.lines.count }
    package var emptyText: EmptyListText { .lyrics }
    public var rows: [LyricLineCellModel] { lyrics.lines.indices.map(row) }

    /// The row of a line.
    public func row(at index: Int) -> LyricLineCellModel {
        LyricLineCellModel(lyrics.lines[index], at: index, currentLine: currentLine)
    }

    /// Returns where choosing a line moves the playback; nil if the line has no time, or lines do not jump.
    public func target(ofLine index: Int) -> Duration? {
        jumpsToLines && lyrics.lines.indices.contains(index) ? lyrics.lines[index].time : nil
    }
}
