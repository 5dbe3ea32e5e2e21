extension StoredPlayback {
    /// Performs a command that needs no player: a change of the queue or of the volume.
    ///
    /// Throws `PlayerError.notRunning` for another command, and `.noEntry`.
    mutating func perform(_ command: PlayerCommand) throws(PlayerError) {
        let entry = queue.current
        switch command {
        case .setVolume(let percent): volume = PlayerStatus.clampedVolume(percent)
        case .changeVolume(let step): volume = PlayerStatus.clampedVolume(volume + step)
        default: if try !queue.perform(command) { throw .notRunning }
        }
        if queue.current?.number != entry?.number { elapsed = .zero }
    }
}

extension PlayerStatus {
    /// The status of a queue that nothing plays.
    init(_ stored: StoredPlayback) {
        self.init(queue: stored.queue, elapsed: stored.elapsed, volume: stored.volume)
    }
}
