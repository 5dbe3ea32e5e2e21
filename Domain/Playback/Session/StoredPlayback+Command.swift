extension StoredPlayback {
    /// Performs a command that needs no player: a change of the queue or of the volume.
    ///
    /// Throws `PlayerError.notRunning` for another command, and `.noEntry`.
    mutating func perform(_ command: PlayerCommand) throws(PlayerError) {
        let entry = queue.current
        switch command {
        case .setVolume(let percent): volume = PlayerStatus.volume(percent)
        case .changeVolume(let step): volume = PlayerStatus.volume(volume + step)
        default: if try !queue.perform(command) { throw .notRunning }
        }
        if queue.current?.number != entry?.number { elapsed = .zero }
    }
}
