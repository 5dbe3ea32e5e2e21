/// A program that plays audio. It plays one item at a time, and the next one without a gap.
///
/// Every method throws `PlayerError.ended` after the player has ended, and `.notResponding`.
public protocol Player: Sendable {
    /// The events of the player in order, for one consumer. The sequence ends with the player.
    var events: AsyncStream<PlayerEvent> { get }

    /// Replaces the current item by one that plays from a position, and discards the next item.
    func load(_ item: PlayerItem, at position: Duration, isPaused: Bool) async throws(PlayerError)

    /// Sets the item that follows the current one, or none.
    func setNext(_ item: PlayerItem?) async throws(PlayerError)

    func setPaused(_ isPaused: Bool) async throws(PlayerError)

    func seek(to position: Duration) async throws(PlayerError)

    /// Sets the volume in percent.
    func setVolume(_ percent: Int) async throws(PlayerError)

    /// Stops the current item and discards the next one.
    func stop() async throws(PlayerError)

    /// Ends the player.
    func close() async
}

/// An audio item for a player.
public struct PlayerItem: Equatable, Sendable {
    /// Identifies the item in events; each item has its own.
    public let id: Int
    public let audio: AudioLocation

    public init(id: Int, audio: AudioLocation) {
        self.id = id
        self.audio = audio
    }
}

/// The location of audio for a player.
public enum AudioLocation: Hashable, Sendable {
    /// The path of a file on this computer.
    case file(String)
    /// An address that the player may request; it contains no secret of a source.
    case address(String)
}

/// An event of a player.
public enum PlayerEvent: Equatable, Sendable {
    case started(item: Int)
    /// Positions arrive at most four times a second.
    case position(Duration)
    case duration(Duration)
    /// Whether playback waits for audio.
    case buffering(Bool)
    /// The item was played to its end.
    case finished(item: Int)
    /// The item cannot be played, or not to its end.
    case failed(item: Int)
    /// No item can be played, because no sound device can be opened.
    case outputFailed
}

/// Serves audio that is not a file to players on this computer.
public protocol AudioServer: Sendable {
    /// Returns an address at which only the player of this program reads the audio of a song.
    ///
    /// Throws `PlayerError.cannotServeAudio` if the program cannot serve it.
    func address(of song: MusicID) async throws(PlayerError) -> String
}
