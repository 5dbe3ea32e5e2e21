/// The lines of a song's lyrics, in the order in which they are sung.
///
/// Lines beyond `TextLimits.lyrics` are dropped. An ellipsis is then the last line.
public struct Lyrics: Equatable, Sendable {
    /// The lyrics of a song that has none.
    public static let none = Lyrics([])

    /// Lines with a time are in the order of their times. A line without one stays after its predecessor.
    public let lines: [LyricLine]
    /// The indexes of the lines with a time.
    private let timedLines: [Int]

    /// Sorts lines by their times; lines of the same time stay in order.
    ///
    /// A positive offset moves all lines to earlier times, but not before the song's start.
    public init(_ lines: [LyricLine], offset: Duration = .zero) {
        let sorted = Self.sorted(Self.shifted(Self.limited(lines), by: offset))
        self.lines = sorted
        timedLines = sorted.indices.filter { sorted[$0].time != nil }
    }

    public var isEmpty: Bool { lines.isEmpty }
    /// Whether any line has a time, so that the lyrics can be followed.
    public var isTimed: Bool { !timedLines.isEmpty }

    /// Returns the index of the line that is sung at a time, the last of several that begin together; nil before the
    /// first line with a time.
    ///
    /// Complexity: O(log *n*), where *n* is the number of lines.
    public func currentLine(at elapsed: Duration) -> Int? {
        var (low, high) = (0, timedLines.count)
        while low < high {
            let middle = (low + high) / 2
            if let time = lines[timedLines[middle]].time, time <= elapsed { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : timedLines[low - 1]
    }

    private static func limited(_ lines: [LyricLine]) -> [LyricLine] {
        var size = 0
        let end = lines.firstIndex { line in
            size += line.text.utf8.count
            return size > TextLimits.lyrics
        }
        guard let end else { return lines }
        return lines[..<end] + [LyricLine(time: lines[end].time, "…")]
    }

    private static func shifted(_ lines: [LyricLine], by offset: Duration) -> [LyricLine] {
        if offset == .zero { return lines }
        return lines.map { LyricLine(time: $0.time.map { max($0 - offset, .zero) }, $0.text) }
    }

    private static func sorted(_ lines: [LyricLine]) -> [LyricLine] {
        var latest = Duration.zero
        let starts = lines.map { line in
            latest = line.time ?? latest
            return latest
        }
        if zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }) { return lines }
        return lines.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }.map { lines[$0] }
    }
}

/// A line of a song's lyrics.
public struct LyricLine: Equatable, Sendable {
    /// When the line is sung, from the song's start; nil if that is unknown.
    public var time: Duration?
    public var text: String

    public init(time: Duration? = nil, _ text: String) {
        self.time = time
        self.text = text
    }
}
