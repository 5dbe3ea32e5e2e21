import FermataDomain
import Foundation

/// A command for the player of another program, as a line of JSON.
struct PlayerRequest: Codable {
    private enum Name: String, Codable {
        case status, play, resume, pause, toggle, next, previous, seekTo, seekBy, setVolume, changeVolume, setRepetition
        case shuffle, add, playEntry, removeEntry, clear, stop
    }

    /// The longest distance of a seek in milliseconds, and the largest change of the volume.
    private static let (longestSeek, largestVolume): (Int64, Int64) = (Int64(Int32.max) * 1_000, 1_000)

    private let name: Name
    private var songs: [String]?
    /// Milliseconds, percent, or the number of an entry.
    private var number: Int64?
    private var repetition: String?
    private var seed: UInt64?
    /// The time at which the sender stops waiting for the reply.
    private let expires: Date?

    /// Nil asks for the status.
    init(_ command: PlayerCommand?, expires: Date) {
        self.expires = expires
        switch command {
        case nil: name = .status
        case .play(let songs, let repetition, let seed):
            name = .play
            self.songs = songs.map(\.description)
            (self.repetition, self.seed) = (repetition.rawValue, seed)
        case .resume: name = .resume
        case .pause: name = .pause
        case .toggle: name = .toggle
        case .next: name = .next
        case .previous: name = .previous
        case .seek(let position): (name, number) = (.seekTo, position.millisecondCount)
        case .seekBy(let step): (name, number) = (.seekBy, step.millisecondCount)
        case .setVolume(let percent): (name, number) = (.setVolume, Int64(percent))
        case .changeVolume(let percent): (name, number) = (.changeVolume, Int64(percent))
        case .setRepetition(let repetition): (name, self.repetition) = (.setRepetition, repetition.rawValue)
        case .shuffle(let seed): (name, self.seed) = (.shuffle, seed)
        case .add(let songs): (name, self.songs) = (.add, songs.map(\.description))
        case .playEntry(let number): (name, self.number) = (.playEntry, Int64(number))
        case .removeEntry(let number): (name, self.number) = (.removeEntry, Int64(number))
        case .clear: name = .clear
        case .stop: name = .stop
        }
    }

    /// Whether the sender no longer waits, for example because the player's program was suspended.
    func isExpired(at date: Date) -> Bool { expires.map { $0 < date } ?? false }

    /// The command; nil for a request of the status. Throws `MissingValue`.
    func command() throws -> PlayerCommand? {
        if name == .status { return nil }
        return switch name {
        case .status, .stop: .stop
        case .play: .play(try ids(), repetition: try requestedRepetition(), seed: seed)
        case .resume: .resume
        case .pause: .pause
        case .toggle: .toggle
        case .next: .next
        case .previous: .previous
        case .seekTo: .seek(to: .milliseconds(try value(upTo: Self.longestSeek)))
        case .seekBy: .seekBy(.milliseconds(try value(upTo: Self.longestSeek)))
        case .setVolume: .setVolume(Int(try value(upTo: Self.largestVolume)))
        case .changeVolume: .changeVolume(Int(try value(upTo: Self.largestVolume)))
        case .setRepetition: .setRepetition(try requestedRepetition())
        case .shuffle: .shuffle(seed: seed)
        case .add: .add(try ids())
        case .playEntry: .playEntry(number: Int(try value()))
        case .removeEntry: .removeEntry(number: Int(try value()))
        case .clear: .clear
        }
    }

    private struct MissingValue: Error {}

    /// The number, limited so that sums with it cannot overflow.
    private func value(upTo limit: Int64 = .max) throws -> Int64 {
        guard let number else { throw MissingValue() }
        return min(max(number, -limit), limit)
    }

    private func requestedRepetition() throws -> PlayQueue.Repetition {
        guard let repetition = repetition.flatMap(PlayQueue.Repetition.init) else { throw MissingValue() }
        return repetition
    }

    private func ids() throws -> [MusicID] {
        try (songs ?? []).map {
            guard $0.utf8.count == MusicID.digits, let prefix = MusicIDPrefix($0) else { throw MissingValue() }
            return prefix.range.lowerBound
        }
    }
}
