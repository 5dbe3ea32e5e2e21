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
    case playEntry(number: Int)
    case removeEntry(number: Int)
    case clear
    case stop
}
