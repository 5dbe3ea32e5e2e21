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
    /// The queue of another program has music that the listener may not have.
    case notAllowed
    /// Programs cannot reach the player of this library, because its socket cannot be created or used.
    case controlSocketUnavailable(path: String)
    /// The program cannot serve audio to its player, because it may not listen on this computer.
    case cannotServeAudio
    /// The program that plays audio cannot open a sound device.
    case noSoundDevice
}
