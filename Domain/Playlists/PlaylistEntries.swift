/// A change of the songs of a playlist. Positions count from 1, and count only the songs that the listener may see.
public enum PlaylistChange: Equatable, Sendable {
    /// Adds songs at the end.
    case add([MusicID])
    /// Adds songs so that the first one gets the position; the position after the last song adds them at the end.
    case insert([MusicID], at: Int)
    /// Moves the songs at some positions, in the order of these, so that the first one gets the position `to`.
    ///
    /// Fewer songs than moved ones may follow that position; then the moved songs come last.
    case move([Int], to: Int)
    case remove([Int])
    /// Removes the songs at some positions, nil for all, and adds songs at the end.
    case replace([Int]?, by: [MusicID])

    /// The positions of the songs to move or remove.
    var positions: [Int] {
        switch self {
        case .add, .insert, .replace(nil, by: _): []
        case .move(let positions, to: _), .remove(let positions), .replace(let positions?, by: _): positions
        }
    }
}

/// The entries of one of the library's own playlists, and the rule by which they change.
///
/// A listener is shown some of the entries. The songs of the others are hidden from the listener, or have left the
/// library. An entry that is not shown follows its predecessor: it moves with it, and stays where it is when its
/// predecessor is removed. Added songs never come between an entry and those that follow it.
public struct PlaylistEntries: Equatable, Sendable {
    /// A song of a playlist, which can occur several times.
    public struct Entry: Equatable, Sendable {
        public let song: MusicID
        /// Whether the library contains the song, and the listener may see it.
        public let isShown: Bool

        public init(_ song: MusicID, isShown: Bool = true) {
            (self.song, self.isShown) = (song, isShown)
        }
    }

    public private(set) var all: [Entry]

    public init(_ entries: [Entry] = []) {
        all = entries
    }

    /// The songs that the listener is shown, in order.
    public var shown: [MusicID] { all.filter(\.isShown).map(\.song) }

    /// Performs a change and returns the songs that were added, moved or removed. O(n) for n entries.
    ///
    /// `expected` are the songs that the person sees at the positions of the change; nil for any. Throws
    /// `PlaylistError.noPosition` or `.otherSong` before any change.
    @discardableResult
    public mutating func apply(
        _ change: PlaylistChange, expecting expected: [MusicID]? = nil
    ) throws(PlaylistError) -> [MusicID] {
        var groups = Groups(all)
        if let expected { try groups.check(expected, at: change.positions) }
        let songs: [MusicID]
        switch change {
        case .add(let added):
            songs = added
            groups.insert(added, at: groups.shown.endIndex)
        case .insert(let added, let position):
            songs = added
            groups.insert(added, at: try groups.index(of: position, isEndAllowed: true))
        case .move(let positions, let target):
            let index = try groups.index(of: target)
            let indexes = try groups.indexes(of: positions)
            songs = indexes.map { groups.shown[$0][0].song }
            groups.move(indexes, to: index)
        case .remove(let positions):
            let indexes = try groups.indexes(of: positions)
            songs = indexes.map { groups.shown[$0][0].song }
            groups.remove(indexes)
        case .replace(let positions, let added):
            var indexes = Array(groups.shown.indices)
            if let positions { indexes = try groups.indexes(of: positions) }
            songs = indexes.map { groups.shown[$0][0].song } + added
            groups.remove(indexes)
            groups.insert(added, at: groups.shown.endIndex)
        }
        all = groups.entries
        return songs
    }
}

/// Entries in groups: each shown entry with those after it that are not shown.
private struct Groups {
    /// The entries before the first shown one.
    private var first: [PlaylistEntries.Entry]
    private(set) var shown: [[PlaylistEntries.Entry]] = []

    init(_ entries: [PlaylistEntries.Entry]) {
        first = Array(entries.prefix { !$0.isShown })
        for entry in entries.dropFirst(first.count) {
            if entry.isShown { shown.append([entry]) } else { shown[shown.endIndex - 1].append(entry) }
        }
    }

    var entries: [PlaylistEntries.Entry] { first + shown.joined() }

    func index(of position: Int, isEndAllowed: Bool = false) throws(PlaylistError) -> Int {
        guard position >= 1, position <= shown.count + (isEndAllowed ? 1 : 0) else {
            throw .noPosition(position, count: shown.count)
        }
        return position - 1
    }

    /// The indexes of positions, each once.
    func indexes(of positions: [Int]) throws(PlaylistError) -> [Int] {
        var (indexes, known): ([Int], Set<Int>) = ([], [])
        for position in positions where known.insert(position).inserted {
            indexes.append(try index(of: position))
        }
        return indexes
    }

    /// Throws `PlaylistError.otherSong` for a position at which another song is shown, or none.
    func check(_ songs: [MusicID], at positions: [Int]) throws(PlaylistError) {
        for (index, position) in positions.enumerated() {
            guard index < songs.count, position >= 1, position <= shown.count,
                shown[position - 1][0].song == songs[index]
            else { throw .otherSong(position: position) }
        }
    }

    mutating func insert(_ songs: [MusicID], at index: Int) {
        shown.insert(contentsOf: songs.map { [PlaylistEntries.Entry($0)] }, at: index)
    }

    mutating func move(_ indexes: [Int], to index: Int) {
        let moved = indexes.map { shown[$0] }
        let isMoved = Set(indexes)
        shown = shown.indices.filter { !isMoved.contains($0) }.map { shown[$0] }
        shown.insert(contentsOf: moved, at: min(index, shown.endIndex))
    }

    mutating func remove(_ indexes: [Int]) {
        let removed = Set(indexes)
        let groups = shown
        shown = []
        for (index, group) in groups.enumerated() {
            if !removed.contains(index) {
                shown.append(group)
            } else if shown.isEmpty {
                first += group.dropFirst()
            } else {
                shown[shown.endIndex - 1] += group.dropFirst()
            }
        }
    }
}
