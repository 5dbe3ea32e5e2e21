import Foundation

/// The state of playing a queue, and how commands and events of the player change it.
struct QueuePlayback: Sendable {
    /// A song that was sent to the player.
    struct LoadedItem: Equatable {
        let item: Int
        let entry: PlayQueue.Entry
        /// The songs between the one before and this one, which were skipped.
        var skipped: [SkippedSong] = []
        /// Whether the player has started it. Earlier positions are those of another song.
        var isStarted = false
        /// Whether the player could read it.
        var isReadable = false
        /// Whether the player waits for the rest of it.
        var isBuffering = false
    }

    /// The position is stored after each change by this much.
    static let storedStep = Duration.seconds(5)
    /// After this much of a song, `previous` plays it again.
    static let restartLimit = Duration.seconds(3)

    var status: PlayerStatus
    let getAudio: GetAudioUsecase
    let addresses: any AudioServer
    let playback: any PlaybackRepository
    let recordPlay: RecordPlayUsecase
    let now: @Sendable () -> Date
    let openPlayer: @Sendable (_ number: Int) async throws -> any Player

    var player: (any Player)?
    /// Counts players, so that late events of an ended one are ignored.
    var playerNumber = 0
    var lastItem = 0
    var current: LoadedItem?
    /// The items that may follow the current one. The player may start an earlier one before it receives a later one.
    var preloadedItems: [LoadedItem] = []
    /// The songs that were skipped before the current one.
    var skippedBefore: [SkippedSong] = []
    /// Songs that failed in the player since one was readable.
    var failures = 0
    /// Whether the player could read a song since playback began.
    var hasPlayed = false
    /// The position to seek to as soon as the player can.
    var pendingSeek: Duration?
    var playedTime = PlayedTime()
    var startDate = Date.distantPast
    var storedElapsed: Duration

    init(
        stored: StoredPlayback, getAudio: GetAudioUsecase, addresses: any AudioServer,
        playback: any PlaybackRepository, recordPlay: RecordPlayUsecase,
        now: @escaping @Sendable () -> Date, openPlayer: @escaping @Sendable (_ number: Int) async throws -> any Player
    ) {
        status = PlayerStatus(stored)
        storedElapsed = stored.elapsed
        (self.getAudio, self.addresses, self.playback, self.recordPlay) = (getAudio, addresses, playback, recordPlay)
        (self.now, self.openPlayer) = (now, openPlayer)
    }

    /// Stores the position and ends the player.
    func close() async {
        try? await playback.store(position)
        await player?.close()
    }

    var position: PlaybackPosition {
        PlaybackPosition(index: status.queue.index, elapsed: status.elapsed, volume: status.volume)
    }
}
