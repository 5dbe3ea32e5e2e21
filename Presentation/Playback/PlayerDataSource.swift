package import FermataDomain

/// Provides the playback status and the queue, and controls the player.
package struct PlayerDataSource: Sendable {
    private let control: ControlPlayerUsecase

    package init(control: ControlPlayerUsecase) {
        self.control = control
    }

    /// Returns the playback status; that of the stored queue if nothing plays.
    package func status() async throws -> NowPlayingModel { NowPlayingModel(try await control.status()) }

    /// Performs a command and returns the resulting status. Throws `PlayerError`.
    package func perform(_ command: PlayerCommand) async throws -> NowPlayingModel {
        NowPlayingModel(try await control.execute(command))
    }

    /// Returns the model of a player's status.
    package func model(of status: PlayerStatus) async throws -> NowPlayingModel {
        NowPlayingModel(try await control.nowPlaying(status))
    }

    /// The messages about what has changed since the last status: skipped songs, and a queue that is not stored.
    ///
    /// An error that ended playback is reported only if `includesEnd` is true. If the library cannot be read, the
    /// messages about skipped songs have no titles.
    package func notices(of status: PlayerStatus, since last: PlayerStatus?, includesEnd: Bool) async -> [String] {
        // Most changes are those of the position, which need no read.
        guard status.skipped != last?.skipped || status.failure != last?.failure else { return [] }
        var titles: [MusicID: String] = [:]
        for song in status.skipped.suffix(PlaybackNotice.namedLimit).map(\.song) {
            titles[song] = try? await control.song(song)?.title
        }
        return PlaybackNotice.texts(of: status, since: last, titles: titles, includesEnd: includesEnd)
    }

    /// A window of the queue.
    package func queue(_ window: Window) async throws -> [QueueCellModel] {
        let status = try await control.status().status
        return try await control.songs(of: status.queue, in: window).map(QueueCellModel.init)
    }

    /// A window of the queue in batches, all from one state of the queue.
    package func queueBatches(_ window: Window) -> any AsyncSequence<[QueueCellModel], any Error> & Sendable {
        control.queueBatches(in: window).rows(QueueCellModel.init)
    }

    /// How many songs the queue has that the listener may see.
    package func queueCount() async throws -> Int {
        let status = try await control.status().status
        return try await control.songs(of: status.queue).count
    }
}
