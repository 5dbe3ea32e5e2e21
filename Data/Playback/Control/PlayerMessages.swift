import FermataDomain
import Foundation

/// A command for the player of another program, as a line of JSON.
///
/// It expires when the sender stops waiting for the reply.
enum PlayerRequest: Codable {
    case status(expires: Date)
    case perform(PlayerCommand, expires: Date)

    /// The largest distance of a seek, and the largest change of the volume, so that sums with them cannot overflow.
    private static let (longestSeek, largestVolume) = (Duration.seconds(Int32.max), 1_000)

    /// Nil asks for the status.
    init(_ command: PlayerCommand?, expires: Date) {
        self = command.map { .perform($0, expires: expires) } ?? .status(expires: expires)
    }

    /// Whether the sender no longer waits, for example because the player's program was suspended.
    func isExpired(at date: Date) -> Bool {
        switch self {
        case .status(let expires), .perform(_, let expires): expires < date
        }
    }

    /// The command, with limited values; nil for a request of the status.
    var command: PlayerCommand? {
        guard case .perform(let command, _) = self else { return nil }
        return switch command {
        case .seek(let position): .seek(to: Self.limited(position, to: Self.longestSeek))
        case .seekBy(let step): .seekBy(Self.limited(step, to: Self.longestSeek))
        case .setVolume(let percent): .setVolume(Self.limited(percent, to: Self.largestVolume))
        case .changeVolume(let percent): .changeVolume(Self.limited(percent, to: Self.largestVolume))
        default: command
        }
    }

    private static func limited<Value: Comparable & AdditiveArithmetic>(_ value: Value, to limit: Value) -> Value {
        min(max(value, .zero - limit), limit)
    }
}

/// The reply to a `PlayerRequest`, as a line of JSON. The queue itself is read from the library.
enum PlayerReply: Codable {
    /// `entry` is the number of the current entry.
    case status(
        PlayerStatus.State, entry: Int?, elapsed: Duration, duration: Duration?, volume: Int, skipped: SkippedSong?)
    case failure(PlayerError)

    init(_ status: PlayerStatus) {
        self = .status(
            status.state, entry: status.queue.current?.number, elapsed: status.elapsed, duration: status.duration,
            volume: status.volume, skipped: status.skipped.last)
    }

    init(_ error: any Error) {
        self = .failure(error as? PlayerError ?? .notResponding)
    }

    /// Whether the player performs no commands any more, because its program is about to end.
    var isEnding: Bool { if case .failure(.notRunning) = self { true } else { false } }

    /// The status over the stored queue. Throws `PlayerError`.
    func status(over stored: PlayQueue) throws(PlayerError) -> PlayerStatus {
        switch self {
        case .status(let state, let entry, let elapsed, let duration, let volume, let skipped):
            var queue = stored
            queue.move(toEntry: entry ?? -1)
            return PlayerStatus(
                state: state, queue: queue, elapsed: elapsed, duration: duration, volume: volume,
                skipped: skipped.map { [$0] } ?? [])
        case .failure(let error): throw error
        }
    }
}
