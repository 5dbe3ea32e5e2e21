/// The visible songs of the queue in batches.
///
/// Each iteration reads the queue once and looks up each of its entries at most once.
struct QueuedSongBatches: AsyncSequence, Sendable {
    typealias Failure = any Error
    let usecase: ControlPlayerUsecase
    let window: Window
    let size: Int

    func makeAsyncIterator() -> Iterator { Iterator(usecase: usecase, window: window, size: size) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let usecase: ControlPlayerUsecase
        fileprivate let window: Window
        fileprivate let size: Int
        private var cursor: QueueCursor?

        fileprivate init(usecase: ControlPlayerUsecase, window: Window, size: Int) {
            (self.usecase, self.window, self.size) = (usecase, window, size)
        }

        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> [QueuedSong]? {
            try Task.checkCancellation()
            var position = if let cursor { cursor } else { try await QueueCursor(usecase.queue(), in: window) }
            let songs = try await position.songs(atMost: size, from: usecase)
            cursor = position
            return songs.isEmpty ? nil : songs
        }
    }
}

/// A position in a window of the visible songs of a queue.
struct QueueCursor: Sendable {
    private let queue: PlayQueue
    private var remaining: Window
    private var index = 0

    init(_ queue: PlayQueue, in window: Window) {
        self.queue = queue
        remaining = window
    }

    /// Returns the next songs; none at the end of the window.
    mutating func songs(atMost count: Int, from usecase: ControlPlayerUsecase) async throws -> [QueuedSong] {
        var songs: [QueuedSong] = []
        while songs.count < count, remaining.limit != 0, index < queue.entries.count {
            let entry = queue.entries[index]
            index += 1
            guard let song = try await usecase.song(entry.song) else { continue }
            if remaining.offset > 0 {
                remaining.offset -= 1
                continue
            }
            remaining.limit = remaining.limit.map { $0 - 1 }
            songs.append(QueuedSong(number: entry.number, song: song, isCurrent: entry == queue.current))
        }
        return songs
    }
}
