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
            try await repository.store(PlaybackPosition(index: 0, elapsed: .milliseconds(4_005), volume: 36))
            var expected = StoredPlayback(queue: shuffled, elapsed: .milliseconds(4_005), volume: 36)
            expected.queue.move(toEntry: expected.queue.entries[0].number)
            #expect(try await repository.load() == expected)
            try await repository.store(PlaybackPosition(index: nil, elapsed: .zero, volume: 36))
            expected.queue.move(toEntry: -1)
            expected.elapsed = .zero
            #expect(try await repository.load() == expected)
        },
    ]
}
