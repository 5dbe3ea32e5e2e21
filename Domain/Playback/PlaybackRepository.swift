public import Foundation

/// The queue of the library and the position in it, which outlive the program.
public protocol PlaybackRepository: Sendable {
    /// Returns the last stored playback; an empty queue at first.
    func load() async throws -> StoredPlayback

    /// Returns when the playback was last stored, in whichever way; nil if that is unknown.
    func changed() async throws -> Date?

    /// Stores the queue and the position in it. Returns once this is durable.
    func store(_ playback: StoredPlayback) async throws

    /// Changes the stored playback atomically, so that concurrent changes are not lost. Its client is nil unless `change`
    /// sets it.
    ///
    /// Records the change of the songs that `change` returns. Returns once this is durable. Throws the errors of
    /// `change`, after which nothing has changed.
    func update(
        _ change: @escaping @Sendable (inout StoredPlayback) throws -> QueueEdit?
    ) async throws -> PlaybackUpdate

    /// Undoes a recorded change of the songs after `prepare`, removes its record, and returns the result.
    ///
    /// Returns once this is durable. Throws `PlayerError.nothingToUndo` without such a record, after which nothing has
    /// changed. No later change gets the number of an undone one.
    func undo(
        change number: Int, after prepare: @escaping @Sendable (inout StoredPlayback) -> Void
    ) async throws -> StoredPlayback

    /// Stores only the position, which is faster: at no entry if the stored queue does not have it. Removes the client.
    ///
    /// Returns once this is durable.
    func store(_ position: PlaybackPosition) async throws
}

/// A change of the stored playback.
public struct PlaybackUpdate: Equatable, Sendable {
    public let before: StoredPlayback
    public let after: StoredPlayback
    /// The number of the recorded change of the songs; nil if there is none.
    public let change: Int?

    public init(from before: StoredPlayback, to after: StoredPlayback, change: Int?) {
        (self.before, self.after, self.change) = (before, after, change)
    }
}

/// A queue, the position in it, and the volume.
public struct StoredPlayback: Equatable, Sendable {
    public var queue: PlayQueue
    /// How much of the current song was played.
    public var elapsed: Duration
    /// In percent.
    public var volume: Int
    /// The app of the server that stored the queue; nil if another program has changed it since.
    public var client: String?

    public init(
        queue: PlayQueue = PlayQueue(), elapsed: Duration = .zero, volume: Int = 100, client: String? = nil
    ) {
        self.client = client
        self.queue = queue
        self.elapsed = elapsed
        self.volume = PlayerStatus.clampedVolume(volume)
    }
}

/// The values of a stored playback that change while it plays.
public struct PlaybackPosition: Equatable, Sendable {
    /// The number of the current entry; nil before the first and after the last one.
    public var entry: Int?
    public var elapsed: Duration
    /// In percent.
    public var volume: Int

    public init(entry: Int?, elapsed: Duration, volume: Int) {
        self.entry = entry
        self.elapsed = elapsed
        self.volume = volume
    }
}

extension StoredPlayback {
    /// Performs a command that needs no player: a change of the queue or of the volume. Returns the change of the songs.
    ///
    /// Throws `PlayerError.notRunning` for another command, and `.noEntry`.
    @discardableResult
    package mutating func perform(_ command: PlayerCommand) throws(PlayerError) -> QueueEdit? {
        let before = self
        switch command {
        case .setVolume(let percent): volume = PlayerStatus.clampedVolume(percent)
        case .changeVolume(let step): volume = PlayerStatus.clampedVolume(volume + step)
        default: if try !queue.perform(command) { throw .notRunning }
        }
        if case .replaceQueue(_, _, let position, _) = command {
            elapsed = position
        } else if queue.current?.number != before.queue.current?.number {
            elapsed = .zero
        }
        return QueueEdit(command, from: before, to: queue)
    }
}

extension PlayerStatus {
    /// The status of a queue that nothing plays.
    init(_ stored: StoredPlayback) {
        self.init(queue: stored.queue, elapsed: stored.elapsed, volume: stored.volume)
    }
}
