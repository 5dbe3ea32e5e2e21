import FermataDomain

/// The reply to a `PlayerRequest`, as a line of JSON. The queue itself is read from the library.
struct PlayerReply: Codable {
    private enum Failure: String, Codable {
        case nothingToPlay, ended, notResponding, notInstalled, noAddress, noOutput, noEntry, endedAtStart, notRunning,
            failed
    }

    private var state: String?
    /// The number of the current entry.
    private var entry: Int?
    private var elapsed: Int64?
    private var duration: Int64?
    private var volume: Int?
    private var skipped: String?
    private var reason: String?
    private var failure: Failure?
    private var program: String?
    /// The message of a program that has ended, or the path of the config file.
    private var detail: String?

    init(_ status: PlayerStatus) {
        state = status.state.rawValue
        entry = status.queue.current?.number
        elapsed = status.elapsed.millisecondCount
        duration = status.duration?.millisecondCount
        volume = status.volume
        let last = status.skipped.last
        (skipped, reason) = (last?.song.description, last?.reason.rawValue)
    }

    init(_ error: any Error) {
        switch error {
        case PlayerError.nothingToPlay: failure = .nothingToPlay
        case PlayerError.ended: failure = .ended
        case PlayerError.notResponding: failure = .notResponding
        case PlayerError.notInstalled(let program): (failure, self.program) = (.notInstalled, program)
        case PlayerError.cannotServeAudio: failure = .noAddress
        case PlayerError.noSoundDevice: failure = .noOutput
        case PlayerError.endedAtStart(let version, let message):
            (failure, program, detail) = (.endedAtStart, version, message)
        case PlayerError.noEntry(let number): (failure, entry) = (.noEntry, number)
        case PlayerError.notRunning: failure = .notRunning
        default: failure = .failed
        }
    }

    /// Whether the player performs no commands any more, because its program is about to end.
    var isEnding: Bool { failure == .notRunning }

    /// The status over the stored queue. Throws `PlayerError`.
    func status(over stored: PlayQueue) throws(PlayerError) -> PlayerStatus {
        switch failure {
        case .nothingToPlay: throw .nothingToPlay
        case .ended: throw .ended
        case .notResponding, .failed: throw .notResponding
        case .notInstalled: throw .notInstalled(program: program ?? "")
        case .noAddress: throw .cannotServeAudio
        case .noOutput: throw .noSoundDevice
        case .endedAtStart: throw .endedAtStart(version: program, message: detail ?? "")
        case .noEntry: throw .noEntry(number: entry ?? 0)
        case .notRunning: throw .notRunning
        case nil: break
        }
        guard let state = state.flatMap(PlayerStatus.State.init), let elapsed, let volume else { throw .notResponding }
        var queue = stored
        queue.move(toEntry: entry ?? -1)
        return PlayerStatus(
            state: state, queue: queue, elapsed: .milliseconds(elapsed), duration: duration.map { .milliseconds($0) },
            volume: volume, skipped: [skippedSong].compactMap(\.self))
    }

    private var skippedSong: SkippedSong? {
        guard let reason = reason.flatMap(SkippedSong.Reason.init), let song = skipped.flatMap({ MusicIDPrefix($0) })
        else { return nil }
        return SkippedSong(song.range.lowerBound, reason)
    }
}
