public import Foundation

/// Records that a song was played, unless the listener may not have it.
public struct RecordPlayUsecase: Sendable {
    private let music: any MusicRepository
    private let history: any HistoryRepository
    private let listener: Listener
    private let now: @Sendable () -> Date

    public init(
        music: any MusicRepository, history: any HistoryRepository, listener: Listener,
        now: @escaping @Sendable () -> Date
    ) {
        self.music = music
        self.history = history
        self.listener = listener
        self.now = now
    }

    /// How much the clock of another computer may be ahead.
    private static let tolerance: TimeInterval = 86_400

    /// Returns the play once it is stored durably. A start that is at most a day in the future counts as now.
    ///
    /// Throws `MusicError.notFound`, also for a hidden song, and `HistoryError` for a later start or one before 1970.
    @discardableResult
    public func execute(_ song: MusicID, started: Date) async throws -> PlayedSong {
        let now = now()
        guard started.timeIntervalSince1970 >= 0, started <= now + Self.tolerance else {
            throw HistoryError.impossibleStart
        }
        let started = min(started, now)
        let song = try await music.music(song, allowedBy: listener)
        try await history.add(Play(song.id, started: started))
        return PlayedSong(song, started: started)
    }
}

/// Measures how much of a song was played, and when that counts as a play.
///
/// A song counts as played after half of it or four minutes, whichever is less, but never before 30 seconds.
struct PlayedTime: Equatable, Sendable {
    static let (shortest, longest): (Duration, Duration) = (.seconds(30), .seconds(240))
    /// Players report positions several times a second; a larger step is a seek.
    private static let largestStep = Duration.seconds(2)

    private var played = Duration.zero
    private var position: Duration
    private(set) var isCounted = false

    init(from position: Duration = .zero) {
        self.position = position
    }

    /// Advances to a position. Returns true once: when the song first counts as played.
    ///
    /// `duration` is that of the song, nil if it is unknown.
    mutating func advance(to position: Duration, duration: Duration?) -> Bool {
        let step = position - self.position
        self.position = position
        if step > .zero, step <= Self.largestStep { played += step }
        guard !isCounted, played >= Self.threshold(of: duration) else { return false }
        isCounted = true
        return true
    }

    static func threshold(of duration: Duration?) -> Duration {
        guard let duration, duration > .zero else { return longest }
        return max(shortest, min(longest, duration / 2))
    }
}

extension Music {
    /// How much of the song has to be played until that counts as a play.
    public var playThreshold: Duration { PlayedTime.threshold(of: duration) }
}
