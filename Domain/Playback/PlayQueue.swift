/// The songs to play, in the order in which they are played.
public struct PlayQueue: Equatable, Sendable {
    /// Whether the queue, or each song, repeats.
    public enum Repetition: String, Equatable, Codable, Sendable, CaseIterable {
        case off, all, one
    }

    /// A song of the queue, which can occur several times.
    public struct Entry: Hashable, Sendable {
        /// Identifies the entry, and ascends in the order in which entries were added. A new queue begins with 1.
        public let number: Int
        public let song: MusicID

        public init(number: Int, song: MusicID) {
            self.number = number
            self.song = song
        }
    }

    /// The number of songs that are queued of a complete library, so that a queue does not grow with the library.
    public static let libraryLimit = 1_000

    /// The largest number of an entry, so that adding entries cannot overflow.
    private static let largestNumber = Int(Int32.max)

    public private(set) var entries: [Entry]
    /// The index of the current entry; nil before the first one and after the last one.
    public private(set) var index: Int?
    public var repetition: Repetition
    /// Whether the songs are played in a random order.
    public private(set) var isShuffled: Bool

    public init(_ songs: [MusicID] = [], repetition: Repetition = .off) {
        self.init(
            entries: songs.enumerated().map { Entry(number: $0 + 1, song: $1) }, index: nil, repetition: repetition,
            isShuffled: false)
    }

    /// Restores a stored queue. An index without an entry is treated as none, and entries with a number that is out of
    /// range are numbered anew.
    public init(entries: [Entry], index: Int?, repetition: Repetition, isShuffled: Bool) {
        let isNumbered = entries.allSatisfy { (0...Self.largestNumber).contains($0.number) }
        self.entries = isNumbered ? entries : entries.enumerated().map { Entry(number: $0 + 1, song: $1.song) }
        self.index = index.flatMap { entries.indices.contains($0) ? $0 : nil }
        self.repetition = repetition
        self.isShuffled = isShuffled
    }

    /// The index of an entry; nil if it has left the queue.
    func index(ofEntry number: Int) -> Int? { entries.firstIndex { $0.number == number } }

    /// Identifies the songs in their order.
    package var revision: UInt64 { entries.reduce(0) { ($0 &+ $1.song.value &+ 1).mixed } }

    public var current: Entry? { index.map { entries[$0] } }

    /// Makes an entry the current one; none if it has left the queue.
    public mutating func move(toEntry number: Int) {
        index = index(ofEntry: number)
    }

    /// Makes the entry at an index the current one; none if it is nil.
    mutating func move(to index: Int?) {
        self.index = index
    }

    /// The index of the entry that follows another one when a person skips it; nil after the last one.
    ///
    /// Before the first entry, the index is nil. If songs repeat, the first entry follows the last one.
    func index(after index: Int?) -> Int? {
        guard !entries.isEmpty else { return nil }
        guard let index else { return 0 }
        if index + 1 < entries.count { return index + 1 }
        return repetition == .off ? nil : 0
    }

    /// The index of the entry that is played when another one has ended.
    func index(afterEndOf index: Int) -> Int? {
        repetition == .one ? index : self.index(after: index)
    }

    /// The index of the entry before another one. If songs repeat, the last entry comes before the first one.
    func index(before index: Int) -> Int? {
        if index > 0 { return index - 1 }
        return repetition == .off ? nil : entries.count - 1
    }
}

// MARK: - Changing

extension PlayQueue {
    /// Adds songs at the end.
    public mutating func add(_ songs: [MusicID]) { entries += newEntries(songs) }

    /// Inserts songs after the current entry, so that they play next; at the start if there is no current entry.
    public mutating func insertNext(_ songs: [MusicID]) {
        entries.insert(contentsOf: newEntries(songs), at: nextIndex)
    }

    /// Moves entries to a place, in the order of `numbers`. The current entry stays current.
    ///
    /// If an entry moves before itself, the others gather around it. If the current entry moves after itself, it stays
    /// where it is. Throws `PlayerError.noEntry` if one of the entries has left the queue, after which nothing has
    /// changed.
    public mutating func move(entries numbers: [Int], to place: QueuePlace) throws(PlayerError) {
        var moved = try entries(numbered: numbers)
        let current = current
        let target: Int
        switch place {
        case .next:
            moved.removeAll { $0 == current }
            target = nextIndex
        case .end: target = entries.count
        case .before(let number):
            guard let index = index(ofEntry: number) else { throw .noEntry(number: number) }
            target = index
        }
        let movedNumbers = Set(moved.map(\.number))
        let (before, after) = (entries[..<target], entries[target...])
        entries =
            before.filter { !movedNumbers.contains($0.number) } + moved
            + after.filter { !movedNumbers.contains($0.number) }
        if let current { move(toEntry: current.number) }
    }

    /// Removes entries. If the current one is among them, the next one that stays becomes current; none after the last.
    ///
    /// Throws `PlayerError.noEntry` if one of the entries has left the queue, after which nothing has changed.
    public mutating func remove(entries numbers: [Int]) throws(PlayerError) {
        let removed = Set(try entries(numbered: numbers).map(\.number))
        let following = index.map { entries[$0...] }
        let current = following?.first { !removed.contains($0.number) }
        entries.removeAll { removed.contains($0.number) }
        index = current.flatMap { index(ofEntry: $0.number) }
    }

    /// Replaces the songs. The entries of songs that stay keep their numbers. An index without a song is treated as none.
    ///
    /// O(n) for n songs before and after.
    mutating func replace(with songs: [MusicID], index: Int?, repetition: Repetition) {
        var staying = Dictionary(grouping: entries.reversed(), by: \.song)
        var newEntries = newEntries(songs)[...]
        let entries = songs.map { song in
            let new = newEntries.removeFirst()
            return staying[song]?.popLast() ?? new
        }
        self = PlayQueue(entries: entries, index: index, repetition: repetition, isShuffled: false)
    }

    /// The index after the current entry.
    private var nextIndex: Int { index.map { $0 + 1 } ?? 0 }

    private func newEntries(_ songs: [MusicID]) -> [Entry] {
        let first = (entries.map(\.number).max() ?? 0) + 1
        return songs.enumerated().map { Entry(number: first + $0, song: $1) }
    }

    /// Returns entries in the order of their numbers, each once. Throws `PlayerError.noEntry`.
    private func entries(numbered numbers: [Int]) throws(PlayerError) -> [Entry] {
        var requested = Set(numbers)
        var known: [Int: Entry] = [:]
        for entry in entries where requested.contains(entry.number) { known[entry.number] = entry }
        var found: [Entry] = []
        for number in numbers where requested.remove(number) != nil {
            guard let entry = known[number] else { throw .noEntry(number: number) }
            found.append(entry)
        }
        return found
    }

    /// Moves the current entry to the start and puts the others in a random order, always the same for a seed.
    public mutating func shuffle(seed: UInt64) {
        var others = entries.sorted { $0.number < $1.number }
        let first = current
        others.removeAll { $0.number == first?.number }
        var generator = SplitMix64(seed: seed)
        others.shuffle(using: &generator)
        entries = (first.map { [$0] } ?? []) + others
        if first != nil { index = 0 }
        isShuffled = true
    }

    /// Restores the order in which the entries were added. The current entry stays current.
    public mutating func unshuffle() {
        let number = current?.number
        entries.sort { $0.number < $1.number }
        index = entries.firstIndex { $0.number == number }
        isShuffled = false
    }

    /// Performs a command that changes the queue without playing; returns false for another command.
    ///
    /// Throws `PlayerError.noEntry`.
    mutating func perform(_ command: PlayerCommand) throws(PlayerError) -> Bool {
        switch command {
        case .setRepetition(let repetition): self.repetition = repetition
        case .shuffle(let seed?): shuffle(seed: seed)
        case .shuffle(nil): unshuffle()
        case .add(let songs): add(songs)
        case .insertNext(let songs): insertNext(songs)
        case .move(let numbers, let place): try move(entries: numbers, to: place)
        case .remove(let numbers): try remove(entries: numbers)
        case .clear: self = PlayQueue(repetition: repetition)
        case .replaceQueue(let songs, let index, elapsed: _, let repetition):
            replace(with: songs, index: index, repetition: repetition)
        default: return false
        }
        return true
    }
}

/// A place in a queue to which entries move.
public enum QueuePlace: Hashable, Codable, Sendable {
    /// After the current entry; at the start if there is none.
    case next
    case end
    case before(entry: Int)
}

extension [MusicID] {
    /// Returns up to `count` of the songs in a random order, always the same for a seed.
    public func random(_ count: Int, seed: UInt64) -> [MusicID] {
        var generator = SplitMix64(seed: seed)
        return Array(shuffled(using: &generator).prefix(count))
    }
}
