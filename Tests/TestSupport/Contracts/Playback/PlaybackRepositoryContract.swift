public import FermataDomain
import Foundation
import Testing

/// Makes a `PlaybackRepository` with nothing stored.
public typealias PlaybackRepositoryFactory = ContractFactory<
    @Sendable () async throws -> any PlaybackRepository
>

/// The rules of every `PlaybackRepository`.
public enum PlaybackRepositoryContract {
    public typealias Rule = ContractRule<PlaybackRepositoryFactory>

    private static var shuffled: PlayQueue {
        var queue = PlayQueue([MusicID(7), MusicID(8), MusicID(7), MusicID(9)], repetition: .all)
        queue.shuffle(seed: 3)
        queue.move(toEntry: 2)
        return queue
    }

    public static let rules: [Rule] = storing + undoing

    private static let storing: [Rule] = [
        Rule("returns an empty queue at full volume at first") { factory in
            let stored = try await factory.make().load()
            #expect(stored == StoredPlayback(queue: PlayQueue(), elapsed: .zero, volume: 100))
        },
        Rule("returns the stored queue with its order, position, repetition and volume") { factory in
            let repository = try await factory.make()
            let stored = StoredPlayback(queue: shuffled, elapsed: .milliseconds(61_234), volume: 35)
            try await repository.store(stored)
            #expect(try await repository.load() == stored)
        },
        Rule("replaces a stored queue by a shorter one and by an empty one") { factory in
            let repository = try await factory.make()
            try await repository.store(StoredPlayback(queue: shuffled, elapsed: .seconds(3), volume: 35))
            for queue in [PlayQueue([MusicID(1)]), PlayQueue(repetition: .one)] {
                try await repository.store(StoredPlayback(queue: queue))
                #expect(try await repository.load() == StoredPlayback(queue: queue))
            }
        },
        Rule("stores the app that stored the queue, until anything else changes") { factory in
            let repository = try await factory.make()
            let changes: [@Sendable () async throws -> Void] = [
                { _ = try await repository.update { (playback: inout StoredPlayback) in playback.volume = 40 } },
                { try await repository.store(PlaybackPosition(entry: nil, elapsed: .zero, volume: 40)) },
                { try await repository.store(StoredPlayback(queue: shuffled)) },
            ]
            for change in changes {
                let stored = try await repository.update { playback in
                    playback.client = "Tempo"
                    playback.queue = shuffled
                    return nil
                }.after
                #expect(stored.client == "Tempo")
                #expect(try await repository.load() == stored)
                try await change()
                #expect(try await repository.load().client == nil)
            }
        },
        Rule("knows when the playback was last stored") { factory in
            let repository = try await factory.make()
            #expect(try await repository.changed() == nil)
            let changes: [@Sendable () async throws -> Void] = [
                { try await repository.store(current) },
                { _ = try await repository.update { try $0.perform(.clear) } },
                { _ = try await repository.undo(change: 1) { _ in } },
                { try await repository.store(PlaybackPosition(entry: 3, elapsed: .zero, volume: 40)) },
            ]
            for change in changes {
                // Stored in milliseconds.
                let start = Date().addingTimeInterval(-0.001)
                try await change()
                let changed = try #require(try await repository.changed())
                #expect(changed > start && changed <= Date())
                try await Task.sleep(for: .milliseconds(3))
            }
            let changed = try await repository.changed()
            await #expect(throws: PlayerError.self) {
                try await repository.update { try $0.perform(.remove(entries: [99])) }
            }
            await #expect(throws: PlayerError.nothingToUndo) { try await repository.undo(change: 7) { _ in } }
            #expect(try await repository.changed() == changed)
        },
        Rule("loses no change of concurrent updates") { factory in
            let repository = try await factory.make()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for song in 1...20 {
                    group.addTask { _ = try await repository.update { $0.queue.add([MusicID(UInt64(song))]) } }
                }
                try await group.waitForAll()
            }
            let songs = try await repository.load().queue.entries.map(\.song.value)
            #expect(songs.sorted() == Array(1...20))
        },
        Rule("stores every change of the order, and the position after it") { factory in
            let repository = try await factory.make()
            var expected = StoredPlayback(queue: PlayQueue((1...20).map { MusicID($0) }), volume: 30)
            try await repository.store(expected)
            var generator = SeededGenerator(SeededGenerator.seed(for: "PlaybackRepositoryContract"))
            for step in 0..<150 {
                let change = RandomQueueChange.random(step, of: expected.queue, using: &generator)
                try change.apply(to: &expected.queue)
                if step.isMultiple(of: 2) {
                    let updated = try await repository.update { try change.apply(to: &$0.queue) }
                    #expect(updated == expected)
                } else {
                    try await repository.store(expected)
                }
                #expect(try await repository.load() == expected)
                let entry = expected.queue.entries.randomElement(using: &generator)
                expected.queue.move(toEntry: entry?.number ?? -1)
                expected.elapsed = .seconds(step)
                try await repository.store(
                    PlaybackPosition(entry: expected.queue.current?.number, elapsed: .seconds(step), volume: 30))
                #expect(try await repository.load() == expected)
            }
        },
        Rule("returns what an update has stored, and stores nothing if it throws") { factory in
            let repository = try await factory.make()
            let updated = try await repository.update { $0.volume = 40 }
            #expect(updated.volume == 40)
            await #expect(throws: PlayerError.noEntry(number: 2)) {
                try await repository.update { playback in
                    playback.volume = 50
                    throw PlayerError.noEntry(number: 2)
                }
            }
            #expect(try await repository.load() == updated)
        },
        Rule("stores a position without changing the songs") { factory in
            let repository = try await factory.make()
            try await repository.store(StoredPlayback(queue: shuffled, elapsed: .seconds(3), volume: 35))
            let first = shuffled.entries[0].number
            try await repository.store(PlaybackPosition(entry: first, elapsed: .milliseconds(4_005), volume: 36))
            var expected = StoredPlayback(queue: shuffled, elapsed: .milliseconds(4_005), volume: 36)
            expected.queue.move(toEntry: first)
            #expect(try await repository.load() == expected)
            expected.queue.move(toEntry: -1)
            expected.elapsed = .zero
            for entry in [nil, 77] {
                try await repository.store(PlaybackPosition(entry: entry, elapsed: .zero, volume: 36))
                #expect(try await repository.load() == expected)
            }
        },
    ]
}

extension PlaybackRepositoryContract {
    private static let ids = (1...12).map { MusicID($0) }

    /// A queue whose third song is current.
    private static var current: StoredPlayback {
        var queue = PlayQueue(ids)
        queue.move(toEntry: 3)
        return StoredPlayback(queue: queue, elapsed: .seconds(61), volume: 40)
    }

    fileprivate static let undoing: [Rule] = [
        Rule("undoes each change of the songs, step by step") { factory in
            let repository = try await factory.make()
            try await repository.store(current)
            let commands: [PlayerCommand] = [
                .add([ids[7], ids[7]]), .insertNext([ids[8]]), .move(entries: [1, 12, 5], to: .before(entry: 8)),
                .move(entries: [3, 10], to: .end), .remove(entries: [1, 2, 14]),
                .replaceQueue(ids.reversed() + [ids[0]], index: 2, elapsed: .zero, repetition: .all),
                .replaceQueue([ids[4], ids[3]], index: nil, elapsed: .zero, repetition: .off), .clear, .add([ids[0]]),
                .insertNext(ids), .remove(entries: [1]), .clear,
            ]
            var states: [PlayQueue] = []
            for command in commands {
                states.append(try await repository.load().queue)
                _ = try await repository.update { try $0.perform(command) }
            }
            for (number, state) in zip(1..., states).reversed() {
                let undone = try await repository.undo(change: number) { _ in }
                #expect(undone.queue.entries == state.entries, "\(commands[number - 1])")
                #expect(try await repository.load() == undone)
            }
            #expect(try await repository.load().queue.entries == current.queue.entries)
        },
        Rule("undoes random changes of the songs") { factory in
            let repository = try await factory.make()
            try await repository.store(current)
            var generator = SeededGenerator(SeededGenerator.seed(for: "undoing"))
            var states: [PlayQueue] = []
            for step in 0..<80 {
                let before = try await repository.load().queue
                let change = RandomQueueChange.random(step, of: before, using: &generator)
                guard let command = change.recordedCommand else { continue }
                let after = try await repository.update { try $0.perform(command) }.after.queue
                if after.entries != before.entries { states.append(before) }
            }
            #expect(states.count > UndoableChange.queueLimit)
            for (number, state) in zip(1..., states).suffix(UndoableChange.queueLimit).reversed() {
                #expect(try await repository.undo(change: number) { _ in }.queue.entries == state.entries)
            }
        },
        Rule("undoes a change while the current song stays where it is") { factory in
            let repository = try await factory.make()
            try await repository.store(current)
            _ = try await repository.update { try $0.perform(.remove(entries: [1, 3])) }
            _ = try await repository.update { playback in
                playback.queue.move(toEntry: 9)
                (playback.elapsed, playback.volume) = (.seconds(5), 30)
                return nil
            }
            let undone = try await repository.undo(change: 1) { $0.elapsed += .seconds(1) }
            #expect(undone.queue.entries == current.queue.entries && undone.queue.current?.number == 9)
            #expect(undone.elapsed == .seconds(6) && undone.volume == 30)
        },
        Rule("undoing returns to the former song if the current one leaves, or was removed") { factory in
            for command in [
                PlayerCommand.clear, .remove(entries: Array(3...12)),
                .replaceQueue([MusicID(99)], index: 0, elapsed: .seconds(9), repetition: .off),
            ] {
                let repository = try await factory.make()
                try await repository.store(current)
                _ = try await repository.update { try $0.perform(command) }
                #expect(try await repository.undo(change: 1) { _ in }.queue.current?.number == 3)
                #expect(try await repository.load() == current)
            }
        },
        Rule("undoing sets no position in a queue that has ended") { factory in
            let repository = try await factory.make()
            try await repository.store(current)
            _ = try await repository.update { playback in
                let edit = try playback.perform(.move(entries: [3], to: .end))
                playback.queue.move(toEntry: -1)
                playback.elapsed = .zero
                return edit
            }
            let undone = try await repository.undo(change: 1) { _ in }
            #expect(undone.queue.entries == current.queue.entries)
            #expect(undone.queue.index == nil && undone.elapsed == .zero)
        },
        Rule("undoes a change in a queue of another order, and restores a random order") { factory in
            let repository = try await factory.make()
            try await repository.store(current)
            for command in [
                PlayerCommand.insertNext([ids[0]]), .move(entries: [5], to: .end), .shuffle(seed: 4), .clear,
            ] {
                _ = try await repository.update { try $0.perform(command) }
            }
            let shuffled = try await repository.undo(change: 3) { _ in }.queue
            #expect(shuffled.isShuffled && shuffled.entries.count == 13)
            let moved = try await repository.undo(change: 2) { _ in }.queue.entries.map(\.number)
            #expect(moved.firstIndex(of: 5) == moved.firstIndex(of: 4).map { $0 + 1 })
            let queue = try await repository.undo(change: 1) { _ in }.queue
            #expect(Set(queue.entries) == Set(current.queue.entries) && queue.isShuffled)
        },
        Rule("undoes each change once, also if another one was made since") { factory in
            let repository = try await factory.make()
            try await repository.store(current)
            let update = try await repository.update { try $0.perform(.clear) }
            #expect(update.before == current && update.after.queue.entries.isEmpty)
            let number = try #require(update.change)
            #expect(try await repository.undo(change: number) { _ in } == current)
            let later = try await repository.update { try $0.perform(.add([ids[0]])) }
            await #expect(throws: PlayerError.nothingToUndo) {
                try await repository.undo(change: number) { $0.volume = 7 }
            }
            #expect(try await repository.load() == later.after)
        },
        Rule("undoing keeps other songs that have the numbers of former ones since") { factory in
            let repository = try await factory.make()
            try await repository.store(StoredPlayback(queue: PlayQueue(Array(ids.prefix(2)))))
            _ = try await repository.update { try $0.perform(.add([ids[2]])) }
            _ = try await repository.update { try $0.perform(.remove(entries: [1])) }
            try await repository.store(StoredPlayback(queue: PlayQueue([ids[5], ids[6], ids[7]])))
            let returned = try await repository.undo(change: 2) { _ in }.queue.entries
            #expect(returned.map(\.song) == [ids[0], ids[5], ids[6], ids[7]])
            #expect(Set(returned.map(\.number)).count == 4)
            #expect(try await repository.undo(change: 1) { _ in }.queue.entries == returned)
        },
    ]
}

extension PlaybackRepository {
    /// Changes the stored playback, and records no change of its songs.
    @discardableResult
    public func update(
        _ change: @escaping @Sendable (inout StoredPlayback) throws -> Void
    ) async throws -> StoredPlayback {
        try await update { playback -> QueueEdit? in
            try change(&playback)
            return nil
        }.after
    }
}

/// A random change of a queue.
private enum RandomQueueChange: Sendable {
    case insert([MusicID]), add([MusicID])
    case move([Int], QueuePlace)
    case remove([Int])
    case shuffle(UInt64), unshuffle

    /// Most changes move entries, often to the same place, so that rows between two others run out of room.
    static func random(_ step: Int, of queue: PlayQueue, using generator: inout SeededGenerator) -> RandomQueueChange {
        let numbers = queue.entries.map(\.number).shuffled(using: &generator)
        let songs = (0..<Int.random(in: 0...2, using: &generator)).map { MusicID(UInt64(100 * step + $0)) }
        let some = Array(numbers.prefix(.random(in: 0...2, using: &generator)))
        guard numbers.count > 1 else { return .add([MusicID(1), MusicID(2)]) }
        return switch Int.random(in: 0..<16, using: &generator) {
        case 0: .insert(songs)
        case 1: .add(songs)
        case 2: .remove(some)
        case 3: .shuffle(generator.next())
        case 4: .unshuffle
        case 5, 6: .move(some, .end)
        case 7, 8: .move(some, .next)
        default: .move(some, .before(entry: queue.entries[queue.entries.count / 2].number))
        }
    }

    /// The command that makes the change, if it is one that can be undone.
    var recordedCommand: PlayerCommand? {
        switch self {
        case .insert(let songs): .insertNext(songs)
        case .add(let songs): .add(songs)
        case .move(let numbers, let place): .move(entries: numbers, to: place)
        case .remove(let numbers): .remove(entries: numbers)
        case .shuffle, .unshuffle: nil
        }
    }

    func apply(to queue: inout PlayQueue) throws {
        switch self {
        case .insert(let songs): queue.insertNext(songs)
        case .add(let songs): queue.add(songs)
        case .move(let numbers, let place): try queue.move(entries: numbers, to: place)
        case .remove(let numbers): try queue.remove(entries: numbers)
        case .shuffle(let seed): queue.shuffle(seed: seed)
        case .unshuffle: queue.unshuffle()
        }
    }
}
