/// Controls the player of a library, in this program or in another one.
public protocol PlayerControl: Sendable {
    /// Performs a command and returns the resulting status. Throws `PlayerError`.
    func perform(_ command: PlayerCommand) async throws -> PlayerStatus

    /// Returns the playback status. Throws `PlayerError.notRunning`.
    func status() async throws -> PlayerStatus
}

/// A command that changes playback.
public enum PlayerCommand: Hashable, Codable, Sendable {
    /// Replaces the queue by songs and plays them; in a random order if there is a seed.
    case play([MusicID], repetition: PlayQueue.Repetition = .off, seed: UInt64? = nil)
    /// Continues the queue at its stored position, or begins it.
    case resume
    case pause
    /// Pauses, or resumes.
    case toggle
    case next
    /// Plays the previous song, or the current one from its start if more than three seconds of it were played.
    case previous
    case seek(to: Duration)
    /// Moves by a time; negative values move back.
    case seekBy(Duration)
    /// Sets the volume in percent.
    case setVolume(Int)
    /// Changes the volume by percent.
    case changeVolume(Int)
    case setRepetition(PlayQueue.Repetition)
    /// Plays the rest of the queue in a random order; without a seed, in the order in which it was added.
    case shuffle(seed: UInt64?)
    case add([MusicID])
    /// Inserts songs after the current one.
    case insertNext([MusicID])
    case playEntry(number: Int)
    /// Moves entries of the queue, all or none.
    case move(entries: [Int], to: QueuePlace)
    /// Removes entries of the queue, all or none.
    case remove(entries: [Int])
    case clear
    /// Replaces the queue and the position in it by those of another player, such as a web page, unless music plays.
    case replaceQueue([MusicID], index: Int?, elapsed: Duration, repetition: PlayQueue.Repetition)
    case stop
    /// Stops after a time, within `PlayerStatus.sleepRange`; nil cancels that.
    case sleep(after: Duration?)
    /// Stops when the current song ends, or cancels that.
    case stopAfterSong(Bool)
    /// Undoes the change of the queue that the library has recorded under a number. Throws `PlayerError.nothingToUndo`.
    case undo(change: Int)
}

/// An error of playing music.
public enum PlayerError: Error, Equatable, Codable, Sendable {
    /// The program that plays audio is not installed.
    case notInstalled(program: String)
    /// The program that plays audio has ended.
    case ended
    /// The program that plays audio has ended before it played anything. `message` is its own, `version` its name and
    /// version, if they are known.
    case endedAtStart(version: String?, message: String)
    /// The program that plays audio does not respond.
    case notResponding
    /// The program that plays music is of another version, so it does not understand the command.
    case otherVersion
    /// No player can be started in the background.
    case cannotStart
    /// Another program already plays music from this library.
    case alreadyRunning
    /// No program plays music from this library.
    case notRunning
    /// The queue is empty or has ended.
    case nothingToPlay
    /// No song matches a selection.
    case noMatch
    /// The queue has ended because every song was skipped.
    case nothingPlayable
    /// The queue has no entry with this number.
    case noEntry(number: Int)
    /// The change of the queue was undone before.
    case nothingToUndo
    /// Another program or page has changed the queue that was to be replaced.
    case queueChanged
    /// The queue of another program has music that the listener may not have.
    case notAllowed
    /// Programs cannot reach the player of this library, because its socket cannot be created or used.
    case controlSocketUnavailable(path: String)
    /// The program cannot serve audio to its player, because it may not listen on this computer.
    case cannotServeAudio
    /// The program that plays audio cannot open a sound device.
    case noSoundDevice
}
