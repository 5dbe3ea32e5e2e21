import FermataDomain
import Foundation
import GRDB

/// The tables `playback` and `queue`: the state of the player.
enum PlaybackTable {
    /// Stores where the player is at a time, without the queue.
    static func store(_ position: PlaybackPosition, at time: Date, in db: Database) throws {
        try RawStatement(
            db,
            """
            INSERT INTO playback(id, position, elapsed, volume, repetition, shuffled, changed)
                VALUES (1, (SELECT position FROM queue WHERE number = :entry LIMIT 1),
                    :elapsed, :volume, :repetition, 0, :changed)
                ON CONFLICT (id) DO UPDATE SET position = excluded.position, elapsed = excluded.elapsed,
                    volume = excluded.volume, client = NULL, changed = excluded.changed
            """,
            [
                "entry": SQLValue(position.entry),
                "elapsed": .integer(position.elapsed.millisecondCount), "volume": .integer(Int64(position.volume)),
                "repetition": .text(PlayQueue.Repetition.off.rawValue), "changed": .integer(time.milliseconds),
            ]
        ).run()
    }

    /// A statement that gives songs of the queue another id; `ids` is a list or a `SELECT`.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE queue SET song = \(id) WHERE song IN (\(ids))"
    }

    static func stored(in db: Database) throws -> StoredPlayback {
        try stored(with: try QueueRow.all(in: db), in: db)
    }

    /// When the playback was last stored; nil if that is unknown.
    static func changed(in db: Database) throws -> Date? {
        try RawStatement(db, "SELECT changed FROM playback").first { $0.optionalInteger("changed") }.flatMap { $0 }
            .map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }

    static func store(_ playback: StoredPlayback, at time: Date, in db: Database) throws {
        try store(playback, at: time, replacing: try QueueRow.all(in: db), in: db)
    }

    /// Changes the stored playback at a time, and returns it as it was before and as it is then. Throws the errors of
    /// `change`.
    static func update(
        at time: Date, in db: Database, _ change: (inout StoredPlayback) throws -> Void
    ) throws -> (before: StoredPlayback, after: StoredPlayback) {
        let rows = try QueueRow.all(in: db)
        let before = try stored(with: rows, in: db)
        var after = before
        after.client = nil
        try change(&after)
        try store(after, at: time, replacing: rows, in: db)
        return (before, after)
    }

    private static func stored(with rows: [QueueRow], in db: Database) throws -> StoredPlayback {
        let find = try RawStatement(
            db, "SELECT position, elapsed, volume, repetition, shuffled, client FROM playback WHERE id = 1")
        let stored = try find.first { row in
            let position = row.optionalInteger("position")
            let queue = PlayQueue(
                entries: rows.map(\.entry), index: rows.firstIndex { $0.position == position },
                repetition: PlayQueue.Repetition(rawValue: row.text("repetition")) ?? .off,
                isShuffled: row.integer("shuffled") == 1)
            return StoredPlayback(
                queue: queue, elapsed: .milliseconds(row.integer("elapsed")), volume: Int(row.integer("volume")),
                client: row.optionalText("client"))
        }
        return stored ?? StoredPlayback()
    }

    private static func store(
        _ playback: StoredPlayback, at time: Date, replacing rows: [QueueRow], in db: Database
    ) throws {
        let change = QueueChange(of: rows, to: playback.queue.entries)
        let delete = try RawStatement(db, "DELETE FROM queue WHERE position = :position")
        for position in change.removed { try delete.bind(["position": SQLValue(position)]).run() }
        let insert = try RawStatement(
            db, "INSERT INTO queue(position, number, song) VALUES (:position, :number, :song)")
        for row in change.added {
            try insert.bind([
                "position": SQLValue(row.position), "number": SQLValue(row.entry.number),
                "song": .integer(row.entry.song.stored),
            ]).run()
        }
        try RawStatement(
            db,
            """
            INSERT OR REPLACE INTO playback(id, position, elapsed, volume, repetition, shuffled, client, changed)
                VALUES (1, :position, :elapsed, :volume, :repetition, :shuffled, :client, :changed)
            """,
            [
                "position": SQLValue(playback.queue.index.map { change.positions[$0] }),
                "elapsed": .integer(playback.elapsed.millisecondCount), "volume": .integer(Int64(playback.volume)),
                "repetition": .text(playback.queue.repetition.rawValue),
                "shuffled": .integer(playback.queue.isShuffled ? 1 : 0), "client": SQLValue(playback.client),
                "changed": .integer(time.milliseconds),
            ]
        ).run()
    }
}

/// A row of the table `queue`. Positions ascend with gaps, so that a row moves without the others.
struct QueueRow: Equatable {
    let position: Int
    let entry: PlayQueue.Entry

    static func all(in db: Database) throws -> [QueueRow] {
        try RawStatement(db, "SELECT position, number, song FROM queue ORDER BY position").all { row in
            let entry = PlayQueue.Entry(number: Int(row.integer("number")), song: MusicID(stored: row.integer("song")))
            return QueueRow(position: Int(row.integer("position")), entry: entry)
        }
    }
}

/// The rows to remove and to add so that the table has the entries of a changed queue, as few as possible.
///
/// The rows of a longest sequence of entries that are in their order already stay where they are. The others get
/// positions between them. Where there is no room, the following rows move, too, until they are far apart again.
struct QueueChange {
    /// The distance of rows at the end.
    private static let step = 1 << 32
    /// The smallest distance of rows that move because there is no room between others.
    private static let smallestStep = 1 << 16
    /// Rows at other positions move, because sums with those could overflow.
    private static let validPositions = 0...(1 << 62)

    /// The positions of the rows to remove, before those in `added` are added.
    private(set) var removed: [Int] = []
    private(set) var added: [QueueRow] = []
    /// The position of each entry.
    private(set) var positions: [Int]

    /// `rows` are in the order of their positions. Complexity: O(n log n) for the entries between the first changed one and
    /// the last, O(n) for the others.
    init(of rows: [QueueRow], to entries: [PlayQueue.Entry]) {
        var staying = Self.stayingRows(of: rows, for: entries)
        positions = staying.map { $0.map { rows[$0].position } ?? 0 }
        var (start, low) = (0, -1)
        while start < entries.count {
            // The next row that stays, and the distance of the entries that move to positions before it.
            var (end, step, leastStep) = (start, Self.step, 1)
            while end < entries.count {
                if staying[end] != nil {
                    step = (positions[end] - low) / (end - start + 1)
                    if step >= leastStep { break }
                    leastStep = Self.smallestStep
                }
                end += 1
            }
            if end == entries.count { step = Self.step }
            for index in start..<end {
                low += step
                (staying[index], positions[index]) = (nil, low)
                added.append(QueueRow(position: low, entry: entries[index]))
            }
            if end < entries.count { low = positions[end] }
            start = end + 1
        }
        var stays = Array(repeating: false, count: rows.count)
        for case let row? in staying { stays[row] = true }
        for (row, stays) in zip(rows, stays) where !stays { removed.append(row.position) }
    }

    /// For each entry, the index of the row that has it and can stay; nil if there is none.
    private static func stayingRows(of rows: [QueueRow], for entries: [PlayQueue.Entry]) -> [Int?] {
        func canStay(_ row: QueueRow, for entry: PlayQueue.Entry) -> Bool {
            row.entry == entry && validPositions.contains(row.position)
        }
        let start = zip(rows, entries).prefix { canStay($0, for: $1) }.count
        let unplaced = min(rows.count, entries.count) - start
        let tail = zip(rows.reversed(), entries.reversed()).prefix(unplaced).prefix { canStay($0, for: $1) }.count
        let (rowsEnd, entriesEnd) = (rows.count - tail, entries.count - tail)
        var staying = (0..<entries.count).map { index -> Int? in
            index < start ? index : index >= entriesEnd ? index - entriesEnd + rowsEnd : nil
        }
        var known: [Int: Int] = [:]
        known.reserveCapacity(rowsEnd - start)
        for row in start..<rowsEnd { known[rows[row].entry.number] = row }
        let candidates = (start..<entriesEnd).compactMap { index -> (entry: Int, row: Int)? in
            guard let row = known[entries[index].number], canStay(rows[row], for: entries[index]) else { return nil }
            return (index, row)
        }
        for index in candidates.map(\.row).longestIncreasingSubsequence {
            staying[candidates[index].entry] = candidates[index].row
        }
        return staying
    }
}

extension [Int] {
    /// The indexes of a longest subsequence of ascending values, in O(n log n).
    ///
    /// Source: Fredman, "On computing the length of longest increasing subsequences", Discrete Mathematics 11, 1975.
    fileprivate var longestIncreasingSubsequence: [Int] {
        // At each length, the index of the smallest value that ends a subsequence of it.
        var ends: [Int] = []
        var previous: [Int?] = []
        for (index, value) in enumerated() {
            // Most values extend the longest subsequence.
            let isLargest = ends.last.map { self[$0] < value } ?? true
            var (low, high) = (isLargest ? ends.count : 0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if self[ends[middle]] < value { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? ends[low - 1] : nil)
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var (found, next): ([Int], Int?) = ([], ends.last)
        while let index = next {
            found.append(index)
            next = previous[index]
        }
        return found.reversed()
    }
}
