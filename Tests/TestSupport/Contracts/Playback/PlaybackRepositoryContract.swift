public import FermataDomain
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

    public static let rules: [Rule] = [
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
