extension PlayQueue {
    /// Performs a command that changes the queue without playing; returns false for another command.
    ///
    /// Throws `PlayerError.noEntry`.
    mutating func perform(_ command: PlayerCommand) throws(PlayerError) -> Bool {
        switch command {
        case .setRepetition(let repetition): self.repetition = repetition
        case .shuffle(let seed?): shuffle(seed: seed)
        case .shuffle(nil): unshuffle()
        case .add(let songs): add(songs)
        case .removeEntry(let number):
            if index(ofEntry: number) == nil { throw .noEntry(number: number) }
            remove(entry: number)
        case .clear: self = PlayQueue(repetition: repetition)
        default: return false
        }
        return true
    }
}
