import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("The stored rows of the queue")
final class SQLitePlaybackRepositoryTests: Sendable {
    private static let count = 2_000
    private let folder: TemporaryFolder
    private let path: String
    private let repository: SQLitePlaybackRepository

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("library.sqlite")
        repository = SQLitePlaybackRepository(library: try SQLiteLibrary(path: path), now: { Date() })
    }

    deinit { folder.remove() }

    @Test(
        "moving one song writes one row",
        arguments: [(1_500, 10), (10, 1_500), (1, 2_000), (2_000, 1), (700, 702), (700, 699)])
    func movesOneRow(number: Int, target: Int) async throws {
        try await storeQueue()
        let before = try await rows()
        let moved = try await repository.update { playback in
            try playback.queue.move(entries: [number], to: .before(entry: target))
        }
        let after = try await rows()
        #expect(after.subtracting(before).count == 1 && before.subtracting(after).count == 1)
        #expect(try await repository.load() == moved)
        try await repository.store(moved)
        #expect(try await rows() == after)
    }

    @Test("a change records only the entries that it adds, moves or removes")
    func recordsChangedEntries() async throws {
        try await storeQueue()
        for (command, count) in [
            (PlayerCommand.move(entries: [1], to: .end), 1), (.move(entries: [1_900, 7], to: .before(entry: 5)), 2),
            (.remove(entries: [3, 900, 1_500]), 3), (.insertNext([MusicID(1), MusicID(2)]), 2),
        ] {
            _ = try await repository.update { try $0.perform(command) }
            let recorded = try await DatabaseQueue(path: path).read { db in
                try Int.fetchAll(db, sql: "SELECT count(*) FROM undo_queue_entry GROUP BY change")
            }
            #expect(recorded.last == count)
        }
    }

    @Test("songs that are inserted at one place again and again move few others")
    func insertsAtOnePlace() async throws {
        try await storeQueue()
        var written = 0
        for song in 0..<200 {
            let before = try await rows()
            _ = try await repository.update { $0.queue.insertNext([MusicID(UInt64(song))]) }
            written += try await rows().subtracting(before).count
        }
        #expect(written < 2_000)
    }

    @Test("continues a queue whose rows have no gaps, extreme positions or equal numbers")
    func continuesOtherRows() async throws {
        let values = [
            "(0, 1, 11), (1, 2, 12), (2, 3, 13)",
            "(-9223372036854775808, 1, 11), (0, 2, 12), (9223372036854775807, 3, 13)",
            "(0, 1, 11), (1, 1, 12), (2, 1, 13)",
        ]
        for values in values {
            try await storeQueue()
            try await DatabaseQueue(path: path).write { db in
                try db.execute(
                    sql: """
                        DELETE FROM queue; INSERT INTO queue(position, number, song) VALUES \(values);
                        UPDATE playback SET position = (SELECT max(position) FROM queue)
                        """)
            }
            let stored = try await repository.load().queue
            #expect(stored.entries.map(\.song.value) == [11, 12, 13] && stored.index == 2)
            let changed = try await repository.update { $0.queue.insertNext([MusicID(14)]) }
            #expect(changed.queue.entries.map(\.song.value) == [11, 12, 13, 14])
            #expect(try await repository.load() == changed)
        }
    }

    private func storeQueue() async throws {
        let queue = PlayQueue((1...Self.count).map { MusicID(UInt64($0)) })
        try await repository.store(StoredPlayback(queue: queue))
    }

    /// The position and the number of each row.
    private func rows() async throws -> Set<[Int]> {
        try await DatabaseQueue(path: path).read { db in
            Set(try Row.fetchAll(db, sql: "SELECT position, number FROM queue").map { [$0["position"], $0["number"]] })
        }
    }
}
