public import Foundation

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
    /// `.notRunning` if it needs a player and none is running. Throws `MusicError.notFound` if it adds a song that the
    /// listener may not see.
    public func execute(_ command: PlayerCommand) async throws -> NowPlaying {
        try await execute(command, by: nil)
    }

    private func execute(_ command: PlayerCommand, by client: String?) async throws -> NowPlaying {
        try await checkAdded(command.addedSongs)
        do {
            try await check(command)
            return try await nowPlaying(control.perform(command))
        } catch PlayerError.notRunning {
            try await checkVisible(command.entries)
            return try await nowPlaying(PlayerStatus(performOnStored(command, by: client)))
        }
    }

    private func performOnStored(_ command: PlayerCommand, by client: String?) async throws -> StoredPlayback {
        if case .undo(let change) = command { return try await playback.undo(change: change) { _ in } }
        return try await playback.update { playback in
            playback.client = client
            return try playback.perform(command)
        }.after
    }

    /// Stores the queue of a player that is not one of the library's, such as a web page, and returns its status.
    ///
    /// `index` is that of the current song. Songs that the listener may not see are left out; if the current one is
    /// among them, the next one becomes current. A program that is paused takes the queue over. With a revision, replaces
    /// only the queue that has it. `client` is the name of an app of the server.
    ///
    /// Throws `PlayerError.alreadyRunning` while a program plays music, and `.queueChanged`.
    public func store(
        _ songs: [MusicID], at index: Int, elapsed: Duration, repetition: PlayQueue.Repetition,
        replacing revision: UInt64? = nil, by client: String? = nil
    ) async throws -> NowPlaying {
        if let revision, try await playerStatus().queue.revision != revision { throw PlayerError.queueChanged }
        let visible = try await visible(songs)
        let current = songs.indices.first { $0 >= index && visible.contains(songs[$0]) }
        return try await execute(
            .replaceQueue(
                songs.filter(visible.contains), index: current.map { songs[..<$0].filter(visible.contains).count },
                elapsed: current == index ? max(.zero, elapsed) : .zero, repetition: repetition), by: client)
    }

    /// Returns the app of the server that stored the queue; nil if another program has changed it since.
    public func queueClient() async throws -> String? { try await playback.load().client }

    /// Returns when the queue or the position in it was last stored; nil if that is unknown.
    public func queueChanged() async throws -> Date? { try await playback.changed() }

    /// Pauses the program that plays, if one does, so that a web page can play instead. Throws `PlayerError`.
    public func pauseProgram() async throws {
        do {
            _ = try await control.perform(.pause)
        } catch PlayerError.notRunning {}
    }

    /// Returns the playback status; that of the stored queue if no program plays it.
    public func status() async throws -> NowPlaying { try await nowPlaying(playerStatus()) }

    /// Returns the song of a program that plays or is paused; nil if there is none, also if it does not respond.
    public func playingSong() async -> MusicID? {
        guard let status = try? await control.status(), status.state != .stopped else { return nil }
        return status.song
    }

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
        try await songs(of: visibleEntries(of: queue, in: window), in: queue)
    }

    /// Returns a window of the songs of a queue that the listener may see, and how many songs these are in all.
    public func window(
        of queue: PlayQueue, in window: Window
    ) async throws -> (songs: [QueuedSong], total: Int) {
        let visible = try await visibleEntries(of: queue)
        let shown = visible.dropFirst(window.offset).prefix(window.limit ?? .max)
        return (try await songs(of: shown, in: queue), visible.count)
    }

    /// Returns how many songs of a queue the listener may see. Reads no song.
    public func count(of queue: PlayQueue) async throws -> Int { try await visibleEntries(of: queue).count }

    /// Returns a window of the songs that the listener may see in batches of up to `size`, all from one state of the
    /// queue.
    ///
    /// Each iteration reads the queue once, and the songs of each batch once, at most one batch ahead of its consumer.
    public func queueBatches(
        in window: Window = .all, size: Int = 500
    ) -> any AsyncSequence<[QueuedSong], any Error> & Sendable {
        TaskSequence<[QueuedSong]>.oneAhead { send in
            let queue = try await playerStatus().queue
            var entries = try await visibleEntries(of: queue, in: window)
            while !entries.isEmpty {
                try await send(try await songs(of: entries.prefix(size), in: queue))
                entries = entries.dropFirst(size)
            }
        }
    }

    /// Returns a window of the entries whose songs the listener may see.
    private func visibleEntries(
        of queue: PlayQueue, in window: Window = .all
    ) async throws -> ArraySlice<PlayQueue.Entry> {
        let visible = try await visible(queue.entries.map(\.song))
        return queue.entries.filter { visible.contains($0.song) }
            .dropFirst(window.offset).prefix(window.limit ?? .max)
    }

    /// Returns entries of a queue with their songs, without songs that have left the library.
    private func songs(of entries: ArraySlice<PlayQueue.Entry>, in queue: PlayQueue) async throws -> [QueuedSong] {
        let songs = try await music.music(entries.map(\.song), allowing: listener.filter)
        let songsByID = Dictionary(songs.map { ($0.id, $0) }) { first, _ in first }
        return entries.compactMap { entry in
            songsByID[entry.song].map {
                QueuedSong(number: entry.number, song: $0, isCurrent: entry == queue.current)
            }
        }
    }

    /// Returns those of some ids whose songs the listener may see.
    private func visible(_ ids: [MusicID]) async throws -> Set<MusicID> {
        try await music.ids(among: ids, allowing: listener.filter)
    }

    /// Throws `PlayerError.notAllowed` if the command could play hidden songs: any song of a shared queue may follow.
    private func check(_ command: PlayerCommand) async throws {
        guard isShared, !listener.seesCounts, command.mayPlayQueuedSongs else { return }
        let songs = try await control.status().queue.entries.map(\.song)
        guard try await visible(songs).isSuperset(of: songs) else { throw PlayerError.notAllowed }
    }

    /// Throws `MusicError.notFound` for a song that a restricted listener may not see: another program would play it.
    private func checkAdded(_ songs: [MusicID]) async throws {
        guard !listener.seesCounts, !songs.isEmpty else { return }
        let visible = try await visible(songs)
        if let hidden = songs.first(where: { !visible.contains($0) }) {
            throw MusicError.notFound(hidden.description)
        }
    }

    /// Throws `PlayerError.noEntry` for an entry of the stored queue whose song the listener may not see.
    private func checkVisible(_ numbers: [Int]) async throws {
        guard !listener.seesCounts, !numbers.isEmpty else { return }
        let entries = try await playback.load().queue.entries
        let visible = try await visible(entries.map(\.song))
        let visibleNumbers = Set(entries.filter { visible.contains($0.song) }.map(\.number))
        for number in numbers where !visibleNumbers.contains(number) { throw PlayerError.noEntry(number: number) }
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
        case .pause, .stop, .clear, .replaceQueue, .setVolume, .changeVolume, .play, .sleep, .stopAfterSong: false
        case .resume, .toggle, .next, .previous, .seek, .seekBy, .setRepetition, .shuffle, .add, .insertNext,
            .playEntry, .move, .remove, .undo:
            true
        }
    }

    /// The songs that the command adds to the queue.
    fileprivate var addedSongs: [MusicID] {
        switch self {
        case .add(let songs), .insertNext(let songs), .play(let songs, _, _): songs
        default: []
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
