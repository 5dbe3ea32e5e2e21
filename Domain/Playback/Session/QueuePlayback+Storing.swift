extension QueuePlayback {
    mutating func storeQueue() async {
        let stored = StoredPlayback(queue: status.queue, elapsed: status.elapsed, volume: status.volume)
        await storeRecordingFailure { [playback] in try await playback.store(stored) }
    }

    mutating func storePosition() async {
        storedElapsed = status.elapsed
        await storeRecordingFailure { [playback, position] in try await playback.store(position) }
    }

    /// Performs a change of the library; playback continues if it fails.
    mutating func storeRecordingFailure(_ change: () async throws -> Void) async {
        do { try await change() } catch {
            status.failure = (error as? LibraryError).map(PlaybackFailure.notStored)
        }
    }
}
