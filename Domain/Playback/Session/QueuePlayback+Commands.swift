extension QueuePlayback {
    mutating func perform(_ command: PlayerCommand) async throws {
        status.failure = nil
        switch command {
        case .play(let songs, let repetition, let seed): try await play(songs, repetition, seed: seed)
        case .resume: try await resume()
        case .pause: try await pause()
        case .toggle: if status.state.isActive { try await pause() } else { try await resume() }
        case .next: try await skip()
        case .previous: try await goBack()
        case .seek(let position): try await seek(to: position)
        case .seekBy(let step): try await seek(to: status.elapsed + step)
        case .setVolume(let percent): try await setVolume(percent)
        case .changeVolume(let step): try await setVolume(status.volume + step)
        case .stop: try await stop()
        case .playEntry(let number):
            guard let index = status.queue.index(ofEntry: number) else { throw PlayerError.noEntry(number: number) }
            try await start(at: index)
        case .setRepetition, .shuffle, .add, .removeEntry, .clear: try await changeQueue(command)
        }
    }

    mutating func play(
        _ songs: [MusicID], _ repetition: PlayQueue.Repetition, seed: UInt64?
    ) async throws {
        if songs.isEmpty { throw PlayerError.nothingToPlay }
        // If no player can be opened, the stored queue is unchanged.
        try await open()
        var queue = PlayQueue(songs, repetition: repetition)
        if let seed { queue.shuffle(seed: seed) }
        let earlier = status
        (status.queue, status.elapsed) = (queue, .zero)
        await storeQueue()
        do {
            try await start(at: 0)
        } catch {
            (status.queue, status.elapsed, status.skipped) = (earlier.queue, earlier.elapsed, earlier.skipped)
            await storeQueue()
            await stop(becauseOf: error)
            throw error
        }
    }

    mutating func resume() async throws {
        if status.state == .paused, let player {
            try await player.setPaused(false)
            status.state = current?.isReadable == true && current?.isBuffering == false ? .playing : .buffering
            return
        }
        guard !status.state.isActive else { return }
        guard let index = status.queue.index ?? status.queue.index(after: nil) else { throw PlayerError.nothingToPlay }
        try await start(at: index, from: status.queue.index == nil ? .zero : status.elapsed)
    }

    mutating func pause() async throws {
        guard status.state.isActive, let player else { return }
        try await player.setPaused(true)
        status.state = .paused
        await storePosition()
    }

    mutating func skip() async throws {
        guard !status.queue.entries.isEmpty else { throw PlayerError.nothingToPlay }
        guard let index = status.queue.index(after: status.queue.index) else { return await end(isRequested: true) }
        try await start(at: index)
    }

    mutating func goBack() async throws {
        guard let index = status.queue.index else { return try await skip() }
        let isRestart = status.elapsed > Self.restartLimit
        try await start(at: isRestart ? index : status.queue.index(before: index) ?? index, .backwards)
    }

    mutating func seek(to position: Duration) async throws {
        guard status.queue.index != nil else { throw PlayerError.nothingToPlay }
        var position = max(.zero, position)
        if let duration = status.duration { position = min(position, duration) }
        // The player cannot seek before it has read the song.
        if current?.isReadable == true { try await player?.seek(to: position) } else { pendingSeek = position }
        status.elapsed = position
        _ = playedTime.advance(to: position, duration: status.duration)
        await storePosition()
    }

    mutating func setVolume(_ percent: Int) async throws {
        let percent = PlayerStatus.clampedVolume(percent)
        try await player?.setVolume(percent)
        status.volume = percent
        await storePosition()
    }

    mutating func changeQueue(_ command: PlayerCommand) async throws {
        let entry = status.queue.current
        _ = try status.queue.perform(command)
        let hasOtherSong = status.queue.current?.number != entry?.number
        if hasOtherSong { (status.elapsed, status.duration) = (.zero, nil) }
        await storeQueue()
        guard current != nil, hasOtherSong else { return await prepareNext() }
        let isPaused = status.state == .paused
        guard let index = status.queue.index else { return await end(isRequested: true) }
        do {
            try await start(at: index, isPaused: isPaused)
        } catch {
            // The player must not play on a song that has left the queue.
            await stop(becauseOf: error)
            throw error
        }
    }
}
