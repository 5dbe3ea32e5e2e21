import FermataDomain
import Testing

@Suite("The queue of songs to play")
struct PlayQueueTests {
    private let songs = (1...5).map { MusicID($0) }

    @Test("numbers the entries of a stored queue anew if a number is out of range", arguments: [Int.max, .min, -1])
    func renumbersEntries(number: Int) {
        let entries = [PlayQueue.Entry(number: number, song: MusicID(1)), .init(number: 2, song: MusicID(2))]
        var queue = PlayQueue(entries: entries, index: 1, repetition: .off, isShuffled: false)
        queue.add([MusicID(3)])
        #expect(queue.entries.map(\.number) == [1, 2, 3])
        #expect(queue.current?.song == MusicID(2))
    }

    @Test("limits a stored volume to a percentage", arguments: [(Int.max, 100), (.min, 0), (101, 100), (50, 50)])
    func limitsVolume(stored: Int, volume: Int) {
        #expect(StoredPlayback(volume: stored).volume == volume)
    }

    @Test("has no current song before it is played")
    func beginsBeforeFirstSong() {
        let queue = PlayQueue(songs)
        #expect(queue.current == nil)
        #expect(queue.entries.map(\.song) == songs)
        #expect(PlayQueue.Repetition.allCases.map(\.rawValue) == ["off", "all", "one"])
        #expect(queue.repetition == .off)
        #expect(!queue.isShuffled)
    }

    @Test("shuffles into the same order for the same seed")
    func shufflesBySeed() {
        let orders = [7, 7, 8 as UInt64].map { seed in
            var queue = PlayQueue(songs)
            queue.shuffle(seed: seed)
            return queue.entries.map(\.song.value)
        }
        #expect(orders[0] == orders[1])
        #expect(orders[0] != orders[2])
        #expect(orders[0].sorted() == [1, 2, 3, 4, 5])
        // A listener can note a seed and hear the same order later, so it must not change between versions.
        #expect(orders[0] == [2, 1, 5, 3, 4])
    }

    @Test("shuffling keeps the current song, and plays all others after it")
    func shuffleKeepsCurrentSong() {
        var queue = PlayQueue(songs)
        queue.move(toEntry: 4)
        queue.shuffle(seed: 7)
        #expect(queue.current == PlayQueue.Entry(number: 4, song: MusicID(4)))
        #expect(queue.index == 0)
        #expect(queue.isShuffled)
        #expect(Set(queue.entries.map(\.song)) == Set(songs))
    }

    @Test("restores the order of the request")
    func unshuffles() {
        var queue = PlayQueue(songs)
        queue.move(toEntry: 4)
        queue.shuffle(seed: 7)
        queue.add([MusicID(6)])
        queue.unshuffle()
        #expect(queue.entries.map(\.song.value) == [1, 2, 3, 4, 5, 6])
        #expect(queue.index == 3)
        #expect(!queue.isShuffled)
    }

    @Test("adds a song that it already has as another entry")
    func addsSongAgain() {
        var queue = PlayQueue([MusicID(1)])
        queue.add([MusicID(1), MusicID(2)])
        #expect(queue.entries.map(\.number) == [1, 2, 3])
        queue.remove(entry: 3)
        queue.remove(entry: 1)
        queue.add([MusicID(3)])
        #expect(queue.entries == [.init(number: 2, song: MusicID(1)), .init(number: 3, song: MusicID(3))])
    }

    @Test("numbers the entries of an empty queue from 1")
    func numbersFromOne() {
        var queue = PlayQueue()
        queue.add([MusicID(8), MusicID(9)])
        #expect(queue.entries == PlayQueue([MusicID(8), MusicID(9)]).entries && queue.entries.map(\.number) == [1, 2])
    }

    @Test(
        "removing an entry keeps the current song, or makes its successor current",
        arguments: [(2, 3), (3, 4), (5, 3)] as [(Int, Int)])
    func removesEntry(removed: Int, current: Int) {
        var queue = PlayQueue(songs)
        queue.move(toEntry: 3)
        queue.remove(entry: removed)
        #expect(queue.current?.number == current)
        #expect(queue.entries.count == 4)
    }

    @Test("removing the last song while it is current ends the queue")
    func removesLast() {
        var queue = PlayQueue(songs)
        queue.move(toEntry: 5)
        queue.remove(entry: 5)
        #expect(queue.current == nil)
        queue.remove(entry: 9)
        #expect(queue.entries.count == 4)
    }

    @Test("treats a stored index without an entry as none", arguments: [-1, 5])
    func ignoresInvalidIndex(index: Int) {
        let entries = PlayQueue(songs).entries
        let queue = PlayQueue(entries: entries, index: index, repetition: .off, isShuffled: false)
        #expect(queue.current == nil)
    }
}
