/// The status of playback: the state, the queue, and the position in it.
public struct PlayerStatus: Equatable, Sendable {
    /// The state of the current song.
    public enum State: String, Equatable, Codable, Sendable, CaseIterable {
        case stopped, playing, paused
        /// The player waits for audio.
        case buffering
    }

    public static let volumeRange = 0...100
    /// The times after which a sleep timer can stop playback.
    public static let sleepRange = Duration.zero ... .seconds(86_400)
    public static let skippedLimit = 1_000

    public var state: State
    public var queue: PlayQueue
    public var elapsed: Duration
    /// How often a seek or the start of a song has changed the position; 0 in the status of another program.
    public internal(set) var jumps = 0
    /// The length of the audio, once the player knows it.
    public var duration: Duration?
    /// The volume in percent.
    public var volume: Int
    /// The time until the sleep timer stops playback, rounded up to minutes; nil without a timer.
    public var sleep: Duration?
    /// Whether playback stops when the current song ends.
    public var stopsAfterSong: Bool
    /// The songs that were skipped before the current one, and those after it that will be, up to `skippedLimit`.
    public var skipped: [SkippedSong]
    /// Why playback has ended, or why it is not stored.
    public var failure: PlaybackFailure?
    /// The program that plays; nil if none does.
    public var place: PlayerPlace?

    public init(
        state: State = .stopped, queue: PlayQueue = PlayQueue(), elapsed: Duration = .zero, duration: Duration? = nil,
        volume: Int = 100, sleep: Duration? = nil, stopsAfterSong: Bool = false, skipped: [SkippedSong] = [],
        failure: PlaybackFailure? = nil, place: PlayerPlace? = nil
    ) {
        self.state = state
        self.queue = queue
        self.elapsed = elapsed
        self.duration = duration
        self.volume = volume
        self.sleep = sleep
        self.stopsAfterSong = stopsAfterSong
        self.skipped = skipped
        self.failure = failure
        self.place = place
    }

    /// Clamps a volume to `volumeRange`.
    static func clampedVolume(_ percent: Int) -> Int {
        min(max(percent, volumeRange.lowerBound), volumeRange.upperBound)
    }

    /// The song that is played or paused, or at which playback stopped.
    public var song: MusicID? { queue.current?.song }

    /// The skipped songs that an earlier status does not have.
    package func skippedSongs(since last: PlayerStatus?) -> ArraySlice<SkippedSong> {
        let known = last?.skipped ?? []
        return skipped.starts(with: known) ? skipped.dropFirst(known.count) : skipped[...]
    }

    /// Whether at most the position differs from that of another status.
    package func isSameExceptPosition(as other: PlayerStatus) -> Bool {
        var moved = other
        (moved.elapsed, moved.jumps) = (elapsed, jumps)
        return self == moved
    }
}

/// A program that plays music of the library.
public enum PlayerPlace: String, Equatable, Codable, Sendable, CaseIterable {
    /// The command `play` in a terminal.
    case play
    /// The terminal user interface.
    case browse
    /// A process without a terminal, which ends with the music.
    case background
}

/// A song that was not played.
public struct SkippedSong: Equatable, Codable, Sendable {
    /// Why the song was not played.
    public enum Reason: String, Equatable, Codable, Sendable, CaseIterable {
        /// The library does not have the song, or the listener may not have it.
        case missing
        /// The song has no audio.
        case noAudio
        /// The audio cannot be read, or is of no known format.
        case unplayable
    }

    public var song: MusicID
    public var reason: Reason

    public init(_ song: MusicID, _ reason: Reason) {
        self.song = song
        self.reason = reason
    }
}

/// Why playback ended by itself, or is not stored.
public enum PlaybackFailure: Equatable, Sendable {
    case player(PlayerError)
    /// The library cannot be read, so playback ended.
    case library(LibraryError)
    /// The queue or its position cannot be stored; playback continues.
    case notStored(LibraryError)

    /// The error that ended playback; nil if playback continues.
    public var endingError: (any Error)? {
        switch self {
        case .player(let error): error
        case .library(let error): error
        case .notStored: nil
        }
    }
}

extension PlayerStatus.State {
    /// Whether a song plays, or is about to.
    var isActive: Bool { self == .playing || self == .buffering }
}

extension PlaybackFailure {
    init?(_ error: any Error) {
        switch error {
        case let error as PlayerError: self = .player(error)
        case let error as LibraryError: self = .library(error)
        default: return nil
        }
    }

    init?(notStored error: any Error) {
        guard let error = error as? LibraryError else { return nil }
        self = .notStored(error)
    }
}
