/// Controls playback, and looks up the songs that the listener may see.
public struct ControlPlayerUsecase: Sendable {
    private let control: any PlayerControl
    private let playback: any PlaybackRepository
    private let music: any MusicRepository
    private let listener: Listener
    private let isShared: Bool

    /// `isShared` states that the player may belong to another listener, whose queue may have other music.
    public init(
        control: any PlayerControl, playback: any PlaybackRepository, music: any MusicRepository, listener: Listener,
        isShared: Bool = false
    ) {
        self.isShared = isShared
        self.control = control
        self.playback = playback
        self.music = music
        self.listener = listener
    }

    /// Performs a command and returns the resulting status. If no program plays the queue, the stored one is changed.
    ///
    /// Throws `PlayerError`: `.notAllowed` if the command could play music that the listener may not have;
    /// `.notRunning` if it needs a player and none is running.
    public func execute(_ command: PlayerCommand) async throws -> NowPlaying {
        do {
            try await check(command)
            return try await nowPlaying(control.perform(command))
        } catch PlayerError.notRunning {
            try await checkVisible(command.entries)
            return try await nowPlaying(PlayerStatus(playback.update { try $0.perform(command) }))
        }
    }

    /// Returns the playback status; that of the stored queue if no program plays it.
    public func status() async throws -> NowPlaying { try await nowPlaying(playerStatus()) }

    private func playerStatus() async throws -> PlayerStatus {
        do {
            return try await control.status()
        } catch PlayerError.notRunning {
            return PlayerStatus(try await playback.load())
        }
    }

    /// Adds the song to a status, unless the listener may not see it.
    public func nowPlaying(_ status: PlayerStatus) async throws -> NowPlaying {
        NowPlaying(status: status, song: try await song(status.song), showsCounts: listener.seesCounts)
    }

    /// Returns a window of the songs of a queue that the listener may see, in its order.
    public func songs(of queue: PlayQueue, in window: Window = .all) async throws -> [QueuedSong] {
        var cursor = QueueCursor(queue, in: window)
        return try await cursor.songs(atMost: .max, from: self)
    }

    /// Returns a window of the songs that the listener may see in batches of up to `size`, all from one state of the
    /// queue.
    ///
    /// Each iteration reads the queue once, and looks up each entry once, at most one batch ahead of its consumer.
    public func queueBatches(
        in window: Window = .all, size: Int = 500
    ) -> any AsyncSequence<[QueuedSong], any Error> & Sendable {
        TaskSequence<[QueuedSong]>.oneAhead { send in
            var cursor = QueueCursor(try await playerStatus().queue, in: window)
            while case let songs = try await cursor.songs(atMost: size, from: self), !songs.isEmpty {
                try await send(songs)
            }
        }
    }

    /// Throws `PlayerError.notAllowed` if the command could play hidden songs: any song of a shared queue may follow.
    private func check(_ command: PlayerCommand) async throws {
        guard isShared, !listener.seesCounts, command.mayPlayQueuedSongs else { return }
        for entry in try await control.status().queue.entries where try await song(entry.song) == nil {
            throw PlayerError.notAllowed
        }
    }

    /// Throws `PlayerError.noEntry` for an entry of the stored queue whose song the listener may not see.
    private func checkVisible(_ numbers: [Int]) async throws {
        guard !listener.seesCounts, !numbers.isEmpty else { return }
        let entries = try await playback.load().queue.entries
        let songs = Dictionary(entries.map { ($0.number, $0.song) }) { first, _ in first }
        for number in numbers where try await song(songs[number]) == nil { throw PlayerError.noEntry(number: number) }
    }

    /// Returns a song that the listener may see; nil for any other one.
    public func song(_ id: MusicID?) async throws -> Music? {
        guard let id else { return nil }
        do {
            return try await music.music(id, allowedBy: listener)
        } catch MusicError.notFound {
            return nil
        }
    }
}

extension PlayerCommand {
    /// Whether other music of the queue may play because of the command.
    fileprivate var mayPlayQueuedSongs: Bool {
        switch self {
        case .pause, .stop, .clear, .setVolume, .changeVolume, .play, .sleep, .stopAfterSong: false
        case .resume, .toggle, .next, .previous, .seek, .seekBy, .setRepetition, .shuffle, .add, .insertNext,
            .playEntry, .move, .remove:
            true
        }
    }

    /// The numbers of the entries that change their place in the queue, or next to which others are placed.
    fileprivate var entries: [Int] {
        switch self {
        case .move(let numbers, .before(let number)): numbers + [number]
        case .move(let numbers, .next), .move(let numbers, .end), .remove(let numbers): numbers
        default: []
        }
    }
}

/// The playback status, with the current song from the library.
public struct NowPlaying: Equatable, Sendable {
    public var status: PlayerStatus
    /// Nil if nothing is played, or if the listener may not see it.
    public var song: Music?

    /// Whether the number of songs in the queue may be shown: it would reveal excluded music.
    public var showsCounts: Bool

    public init(status: PlayerStatus = PlayerStatus(), song: Music? = nil, showsCounts: Bool = true) {
        (self.status, self.song, self.showsCounts) = (status, song, showsCounts)
    }
}

/// A song of the queue.
public struct QueuedSong: Equatable, Sendable {
    /// Identifies the entry of the queue.
    public var number: Int
    public var song: Music
    public var isCurrent: Bool

    public init(number: Int, song: Music, isCurrent: Bool) {
        self.number = number
        self.song = song
        self.isCurrent = isCurrent
    }
}

/// A position in a window of the visible songs of a queue.
private struct QueueCursor {
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
