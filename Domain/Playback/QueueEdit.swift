/// A change of the songs of a queue, with what undoing it needs.
///
/// It does not include the position, the volume, the repetition or a random order, which other commands set back.
public struct QueueEdit: Equatable, Sendable {
    public enum Kind: Equatable, Sendable, CaseIterable {
        case added, moved, removed, cleared, replaced
    }

    /// An entry before the change.
    public struct FormerEntry: Equatable, Sendable {
        public let entry: PlayQueue.Entry
        /// The number of the entry before it; nil for the first one.
        public let predecessor: Int?

        public init(_ entry: PlayQueue.Entry, after predecessor: Int?) {
            (self.entry, self.predecessor) = (entry, predecessor)
        }
    }

    public let kind: Kind
    public let added: [PlayQueue.Entry]
    /// The entries that were moved or removed, in their former order.
    public let former: [FormerEntry]
    /// The number of the entry that was current before, and how much of it was played.
    public let current: Int?
    public let elapsed: Duration
    /// Whether the songs were played in a random order before.
    public let wasShuffled: Bool

    public init(
        _ kind: Kind, added: [PlayQueue.Entry], former: [FormerEntry], current: Int?, elapsed: Duration,
        wasShuffled: Bool
    ) {
        (self.kind, self.added, self.former) = (kind, added, former)
        (self.current, self.elapsed, self.wasShuffled) = (current, elapsed, wasShuffled)
    }

    /// The change that a command has made; nil if the songs and their order are the same as before.
    ///
    /// O(n) for n entries.
    init?(_ command: PlayerCommand, from before: StoredPlayback, to after: PlayQueue) {
        guard let (kind, moved) = command.queueEdit else { return nil }
        let (old, new) = (before.queue.entries, after.entries)
        let start = zip(old, new).prefix { $0 == $1 }.count
        let rest = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let former = (start..<old.count - rest).filter { moved?.contains(old[$0].number) ?? true }.map { index in
            FormerEntry(old[index], after: index > 0 ? old[index - 1].number : nil)
        }
        var added: [PlayQueue.Entry] = []
        if kind != .moved, kind != .removed {
            let known = Set(former.map(\.entry))
            added = new[start..<new.count - rest].filter { !known.contains($0) }
        }
        if former.isEmpty, added.isEmpty { return nil }
        self.init(
            kind, added: added, former: former, current: before.queue.current?.number, elapsed: before.elapsed,
            wasShuffled: before.queue.isShuffled)
    }
}

extension PlayerCommand {
    /// How the command changes the songs of a queue, and the entries that leave their places, nil for all; nil for a
    /// command that does not change them.
    fileprivate var queueEdit: (kind: QueueEdit.Kind, moved: Set<Int>?)? {
        switch self {
        case .add, .insertNext: (.added, [])
        case .move(let numbers, _): (.moved, Set(numbers))
        case .remove(let numbers): (.removed, Set(numbers))
        case .clear: (.cleared, nil)
        case .play, .replaceQueue: (.replaced, nil)
        case .resume, .pause, .toggle, .next, .previous, .seek, .seekBy, .setVolume, .changeVolume, .setRepetition,
            .shuffle, .playEntry, .stop, .sleep, .stopAfterSong, .undo:
            nil
        }
    }
}

extension StoredPlayback {
    /// Undoes a change of the songs.
    ///
    /// The current song stays current at its position. If it leaves the queue, or if there is none because the change
    /// has removed it, the song and the position before the change become current.
    package mutating func undo(_ edit: QueueEdit) {
        let before = queue
        queue.undo(edit)
        let wasRemoved = edit.former.contains { $0.entry.number == edit.current && !before.entries.contains($0.entry) }
        guard queue.current == nil, before.current != nil || wasRemoved else { return }
        queue.move(toEntry: edit.current ?? -1)
        elapsed = queue.current == nil ? .zero : edit.elapsed
    }
}

extension PlayQueue {
    /// Undoes a change. The current entry stays current; none is if it leaves the queue.
    ///
    /// Each moved or removed entry returns to the place after the one that it followed, and to the end if that has left
    /// the queue since. O(n) for n entries.
    fileprivate mutating func undo(_ edit: QueueEdit) {
        let changed = Set(edit.added + edit.former.map(\.entry))
        let kept = entries.filter { !changed.contains($0) }
        let used = Set(kept.map(\.number))
        var followers = Dictionary(edit.former.map { ($0.predecessor, $0.entry) }) { first, _ in first }
        var restored: [Entry] = []
        func restoreEntries(after predecessor: Int?) {
            var predecessor = predecessor
            while let entry = followers.removeValue(forKey: predecessor) {
                // Another song has the number if the queue was replaced without a record: all are numbered anew then.
                restored.append(used.contains(entry.number) ? Entry(number: -1, song: entry.song) : entry)
                predecessor = entry.number
            }
        }
        restoreEntries(after: nil)
        for entry in kept {
            restored.append(entry)
            restoreEntries(after: entry.number)
        }
        for former in edit.former { restoreEntries(after: former.predecessor) }
        let hadOtherOrder = edit.kind == .cleared || edit.kind == .replaced
        self = PlayQueue(
            entries: restored, index: current.flatMap(restored.firstIndex), repetition: repetition,
            isShuffled: hadOtherOrder ? edit.wasShuffled : isShuffled)
    }
}
