extension QueuePlayback {
    /// The direction in which unplayable entries are skipped.
    enum Direction { case forwards, backwards }

    /// Plays the entry at an index, or the nearest one in a direction that can be played.
    ///
    /// If no earlier entry can be played, a backward search restarts the current one. `skipped` are the songs that
    /// were skipped before.
    mutating func start(
        at first: Int, from position: Duration = .zero, isPaused: Bool = false, _ direction: Direction = .forwards,
        skipped: [SkippedSong] = []
    ) async throws {
        let player = try await open()
        (status.skipped, skippedBefore) = (skipped, skipped)
        defer { status.skipped = skippedBefore }
        var (index, position) = (first, position)
        for _ in status.queue.entries {
            if try await startEntry(at: index, from: position, isPaused: isPaused, in: player) { return }
            position = .zero
            let next = direction == .forwards ? status.queue.index(after: index) : status.queue.index(before: index)
            guard let next else { break }
            index = next
        }
        if direction == .backwards, let current = status.queue.index, current > first,
            try await startEntry(at: current, from: .zero, isPaused: isPaused, in: player)
        {
            return
        }
        await end()
    }

    /// Plays the entry at an index; returns false, and records the reason in `skippedBefore`, if it cannot be played.
    private mutating func startEntry(
        at index: Int, from position: Duration, isPaused: Bool, in player: any Player
    ) async throws -> Bool {
        let entry = status.queue.entries[index]
        let location: AudioLocation
        switch try await audio(of: entry) {
        case .found(let found): location = found
        case .skipped(let song):
            if skippedBefore.count < PlayerStatus.skippedLimit { skippedBefore.append(song) }
            return false
        }
        let item = PlayerItem(id: nextItem(), audio: location)
        status.queue.move(to: index)
        begin(LoadedItem(item: item.id, entry: entry), at: position)
        status.state = isPaused ? .paused : .buffering
        try await load(item, at: position, isPaused: isPaused, into: player)
        await storePosition()
        return true
    }

    private mutating func load(
        _ item: PlayerItem, at position: Duration, isPaused: Bool, into player: any Player
    ) async throws {
        do {
            try await player.load(item, at: position, isPaused: isPaused)
        } catch {
            await handleEnd(ofPlayer: playerNumber)
            throw error
        }
    }

    mutating func begin(_ loaded: LoadedItem, at position: Duration) {
        current = loaded
        preloadedItems.removeAll { $0.item <= loaded.item }
        (status.elapsed, status.duration, pendingSeek) = (position, nil, nil)
        playedTime = PlayedTime(from: position)
        startDate = now()
    }

    /// Sets the player's next item to the next playable song, so that it follows without a gap.
    mutating func prepareNext() async {
        guard let player, let index = status.queue.index, current != nil else { return }
        status.skipped = skippedBefore
        do {
            if let next = try await nextItem(after: index) {
                preloadedItems.append(next.loaded)
                try await player.setNext(next.item)
            } else {
                try await player.setNext(nil)
                preloadedItems = []
            }
        } catch {
            // The song is looked up again when the current one ends.
            preloadedItems = []
            try? await player.setNext(nil)
        }
    }

    /// The next song that can be played after the end of another one; nil if there is none.
    private mutating func nextItem(after index: Int) async throws -> (item: PlayerItem, loaded: LoadedItem)? {
        var candidate = status.queue.index(afterEndOf: index)
        var skipped: [SkippedSong] = []
        for _ in status.queue.entries {
            guard let next = candidate else { break }
            let entry = status.queue.entries[next]
            switch try await audio(of: entry) {
            case .found(let location):
                let item = PlayerItem(id: nextItem(), audio: location)
                return (item, LoadedItem(item: item.id, entry: entry, skipped: skipped))
            case .skipped(let song):
                skipped.append(song)
                if status.skipped.count < PlayerStatus.skippedLimit { status.skipped.append(song) }
            }
            candidate = status.queue.index(after: next)
        }
        return nil
    }

    /// The audio of an entry, or why it has none.
    private enum EntryAudio {
        case found(AudioLocation)
        case skipped(SkippedSong)
    }

    /// Returns the audio of an entry. Throws the errors of the library.
    private func audio(of entry: PlayQueue.Entry) async throws -> EntryAudio {
        do {
            if case .file(let file) = try await getAudio.execute(entry.song), let path = file.path {
                return .found(.file(path))
            }
            return .found(.address(try await addresses.address(of: entry.song)))
        } catch MusicError.noAudio {
            return .skipped(SkippedSong(entry.song, .noAudio))
        } catch is MusicError {
            return .skipped(SkippedSong(entry.song, .missing))
        } catch is SourceFailure {
            return .skipped(SkippedSong(entry.song, .unplayable))
        }
    }

    /// Ends the queue; resuming restarts it. Reports a failure if no song could be played, unless `isRequested` is
    /// true.
    mutating func end(isRequested: Bool = false) async {
        let hasFailed = !isRequested && !hasPlayed && (failures > 0 || !(skippedBefore + status.skipped).isEmpty)
        status.queue.move(to: nil)
        (status.elapsed, status.duration) = (.zero, nil)
        await stop(becauseOf: hasFailed ? PlayerError.nothingPlayable : nil)
    }

    /// Stops at the current position. Throws the player's error; playback has stopped nevertheless.
    mutating func stop() async throws {
        (current, preloadedItems, failures, pendingSeek, hasPlayed) = (nil, [], 0, nil, false)
        status.state = .stopped
        await storePosition()
        try await player?.stop()
    }

    /// Stops at the current position, and records why.
    mutating func stop(becauseOf error: (any Error)?) async {
        try? await stop()  // a player that does not stop has ended or hangs
        if let error { status.failure = PlaybackFailure(error) ?? status.failure }
    }

    @discardableResult
    mutating func open() async throws -> any Player {
        if let player { return player }
        playerNumber += 1
        let player = try await openPlayer(playerNumber)
        self.player = player
        try await player.setVolume(status.volume)
        return player
    }

    private mutating func nextItem() -> Int {
        lastItem += 1
        return lastItem
    }
}
