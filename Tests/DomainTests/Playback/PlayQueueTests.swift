import FermataContracts
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
    func addsSongAgain() throws {
        var queue = PlayQueue([MusicID(1)])
        queue.add([MusicID(1), MusicID(2)])
        #expect(queue.entries.map(\.number) == [1, 2, 3])
        try queue.remove(entries: [3, 1])
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
    func removesEntry(removed: Int, current: Int) throws {
        var queue = PlayQueue(songs)
        queue.move(toEntry: 3)
        try queue.remove(entries: [removed])
        #expect(queue.current?.number == current)
        #expect(queue.entries.count == 4)
    }

    @Test("removing the last song while it is current ends the queue")
    func removesLast() throws {
        var queue = PlayQueue(songs)
        queue.move(toEntry: 5)
        try queue.remove(entries: [4, 5])
        #expect(queue.current == nil)
        #expect(queue.entries.map(\.number) == [1, 2, 3])
    }

    @Test("inserts songs after the current one, or at the start if there is none")
    func insertsNext() {
        var queue = PlayQueue(songs)
        queue.insertNext([MusicID(6)])
        #expect(queue.entries.map(\.song.value) == [6, 1, 2, 3, 4, 5])
        queue.move(toEntry: 3)
        queue.insertNext([MusicID(7), MusicID(8)])
        #expect(queue.entries.map(\.song.value) == [6, 1, 2, 3, 7, 8, 4, 5])
        #expect(queue.current?.song == MusicID(3))
        #expect(queue.entries.map(\.number) == [6, 1, 2, 3, 7, 8, 4, 5])
    }

    @Test("a song that is inserted into a shuffled queue plays next, and was added last")
    func insertsIntoShuffledQueue() {
        var queue = PlayQueue(songs)
        queue.move(toEntry: 4)
        queue.shuffle(seed: 7)
        queue.insertNext([MusicID(6)])
        #expect(queue.index == 0 && queue.entries[1].song == MusicID(6))
        queue.unshuffle()
        #expect(queue.entries.map(\.song.value) == [1, 2, 3, 4, 5, 6])
        #expect(queue.current?.number == 4)
    }

    @Test(
        "moves entries in the requested order; the current one, 3, stays current",
        arguments: [
            ([5, 1], .next, [2, 3, 5, 1, 4]), ([1, 1], .end, [2, 3, 4, 5, 1]),
            ([4], .before(entry: 1), [4, 1, 2, 3, 5]),
            ([2, 3], .before(entry: 3), [1, 2, 3, 4, 5]), ([5, 3, 1], .before(entry: 3), [2, 5, 3, 1, 4]),
            ([3, 1], .next, [2, 3, 1, 4, 5]), ([3], .end, [1, 2, 4, 5, 3]), ([], .end, [1, 2, 3, 4, 5]),
        ] as [([Int], QueuePlace, [Int])])
    func movesEntries(numbers: [Int], place: QueuePlace, order: [Int]) throws {
        var queue = PlayQueue(songs)
        queue.move(toEntry: 3)
        try queue.move(entries: numbers, to: place)
        #expect(queue.entries.map(\.number) == order)
        #expect(queue.current?.number == 3)
    }

    @Test("changes nothing if one of the entries has left")
    func rejectsMissingEntries() {
        var queue = PlayQueue(songs)
        let before = queue
        #expect(throws: PlayerError.noEntry(number: 9)) { try queue.move(entries: [1, 9, 8], to: .end) }
        #expect(throws: PlayerError.noEntry(number: 7)) { try queue.move(entries: [1], to: .before(entry: 7)) }
        #expect(throws: PlayerError.noEntry(number: 9)) { try queue.remove(entries: [1, 9]) }
        #expect(queue == before)
    }

    @Test("random changes have the same result as those of an array")
    func changesAsArray() throws {
        var generator = SeededGenerator(SeededGenerator.seed(for: "PlayQueueTests"))
        for _ in 0..<200 {
            var (queue, model) = (PlayQueue(), QueueModel())
            for _ in 0..<30 {
                let change = QueueModel.Change.random(in: model, using: &generator)
                let isDone = (try? queue.apply(change)) != nil
                #expect(model.apply(change) == isDone)
                #expect(queue.entries.map(\.number) == model.numbers)
                #expect(queue.current?.number == model.current)
                #expect(queue.entries.allSatisfy { $0.song.value == UInt64($0.number) })
            }
        }
    }

    @Test("treats a stored index without an entry as none", arguments: [-1, 5])
    func ignoresInvalidIndex(index: Int) {
        let entries = PlayQueue(songs).entries
        let queue = PlayQueue(entries: entries, index: index, repetition: .off, isShuffled: false)
        #expect(queue.current == nil)
    }
}

/// A queue as an array of numbers, in which each song has the number of its entry.
private struct QueueModel {
    enum Change {
        case add(Int), insertNext(Int)
        case move([Int], QueuePlace)
        case remove([Int])
        case play(Int)

        /// A change of up to three entries, some of which are missing.
        static func random(in model: QueueModel, using generator: inout SeededGenerator) -> Change {
            let known = model.numbers.shuffled(using: &generator).prefix(.random(in: 0...3, using: &generator))
            let isMissing = Int.random(in: 0..<10, using: &generator) == 0
            let numbers = known + (isMissing ? [model.last + 1] : [])
            let target = model.numbers.randomElement(using: &generator)
            let places: [QueuePlace] = [.next, .end, .before(entry: target ?? model.last + 1)]
            return switch Int.random(in: 0..<6, using: &generator) {
            case 0: .add(.random(in: 0...3, using: &generator))
            case 1: .insertNext(.random(in: 0...3, using: &generator))
            case 2, 3: .move(Array(numbers), places.randomElement(using: &generator) ?? .end)
            case 4: .remove(Array(numbers))
            default: .play(target ?? 0)
            }
        }
    }

    private(set) var numbers: [Int] = []
    private(set) var current: Int?
    var last: Int { numbers.max() ?? 0 }

    /// Returns false, and changes nothing, if an entry is missing.
    mutating func apply(_ change: Change) -> Bool {
        switch change {
        case .add(let count): numbers += new(count)
        case .insertNext(let count): numbers.insert(contentsOf: new(count), at: next)
        case .play(let number): current = numbers.contains(number) ? number : nil
        case .move(let moved, let place):
            guard moved.allSatisfy(numbers.contains) else { return false }
            return move(moved, to: place)
        case .remove(let removed):
            guard removed.allSatisfy(numbers.contains) else { return false }
            for number in removed {
                let index = numbers.firstIndex(of: number) ?? 0
                numbers.remove(at: index)
                if current == number { current = numbers.indices.contains(index) ? numbers[index] : nil }
            }
        }
        return true
    }

    private var next: Int { current.flatMap(numbers.firstIndex).map { $0 + 1 } ?? 0 }

    private func new(_ count: Int) -> [Int] { (0..<count).map { last + 1 + $0 } }

    /// Marks the place with a zero, which no entry has.
    private mutating func move(_ moved: [Int], to place: QueuePlace) -> Bool {
        var moved = moved
        switch place {
        case .next:
            moved.removeAll { $0 == current }
            numbers.insert(0, at: next)
        case .end: numbers.append(0)
        case .before(let number):
            guard let index = numbers.firstIndex(of: number) else { return false }
            numbers.insert(0, at: index)
        }
        numbers.removeAll(where: moved.contains)
        let index = numbers.firstIndex(of: 0) ?? 0
        numbers.replaceSubrange(index...index, with: moved)
        return true
    }
}

extension PlayQueue {
    /// Makes a change of the model. Throws `PlayerError`.
    fileprivate mutating func apply(_ change: QueueModel.Change) throws {
        let first = UInt64((entries.map(\.number).max() ?? 0) + 1)
        func songs(_ count: Int) -> [MusicID] { (0..<count).map { MusicID(first + UInt64($0)) } }
        switch change {
        case .add(let count): add(songs(count))
        case .insertNext(let count): insertNext(songs(count))
        case .move(let numbers, let place): try move(entries: numbers, to: place)
        case .remove(let numbers): try remove(entries: numbers)
        case .play(let number): move(toEntry: number)
        }
    }
}
