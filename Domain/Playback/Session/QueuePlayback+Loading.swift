extension QueuePlayback {
    /// Plays the entry at an index, or the first one after it that can be played.
    mutating func start(at first: Int, from position: Duration = .zero, isPaused: Bool = false) async throws {
        let player = try await open()
        var (index, position) = (first, position)
        for _ in status.queue.entries {
            let entry = status.queue.entries[index]
            if let location = try await location(of: entry) {
                let item = PlayerItem(id: nextItem(), audio: location)
                next = nil
                status.queue.move(to: index)
                begin(Loaded(item: item.id, entry: entry), at: position)
                try await load(item, at: position, isPaused: isPaused, into: player)
                status.state = isPaused ? .paused : .playing
                return await storePosition()
            }
            position = .zero
            guard let following = status.queue.index(after: index) else { break }
            index = following
        }
        await end()
    }

    mutating func load(
        _ item: PlayerItem, at position: Duration, isPaused: Bool, into player: any Player
    ) async throws {
        do {
            try await player.load(item, at: position, isPaused: isPaused)
        } catch {
            await handleEnd(ofPlayer: playerNumber)
            throw error
        }
    }

    mutating func begin(_ loaded: Loaded, at position: Duration) {
        current = loaded
        (status.elapsed, status.duration) = (position, nil)
        if status.skipped?.song == loaded.entry.song { status.skipped = nil }
        played = PlayedTime(from: position)
        started = now()
    }

    /// Lets the player continue with the next song that can be played, without a gap.
    mutating func prepareNext() async {
        guard let player, let index = status.queue.index, current != nil else { return }
        do {
            next = nil
            var candidate = status.queue.index(afterEndOf: index)
            for _ in status.queue.entries {
                guard let following = candidate else { break }
                let entry = status.queue.entries[following]
                if let location = try await location(of: entry) {
                    let item = PlayerItem(id: nextItem(), audio: location)
                    next = Loaded(item: item.id, entry: entry)
                    return try await player.setNext(item)
                }
                candidate = status.queue.index(after: following)
            }
            try await player.setNext(nil)
        } catch {
            // The song is looked up again when the current one ends.
            next = nil
        }
    }

    /// Returns nil, and notes why, for a song that the listener may not have or that has no audio.
    ///
    /// Throws the errors of the library.
    mutating func location(of entry: PlayQueue.Entry) async throws -> AudioLocation? {
        do {
            if case .file(let file) = try await getAudio.execute(entry.song), let path = file.path {
                return .file(path)
            }
            return .address(try await addresses.address(of: entry.song))
        } catch MusicError.noAudio {
            status.skipped = SkippedSong(entry.song, .noAudio)
        } catch is MusicError {
            status.skipped = SkippedSong(entry.song, .missing)
        } catch is SourceFailure {
            status.skipped = SkippedSong(entry.song, .unplayable)
        }
        return nil
    }

    /// The end of the queue: it begins anew when it is resumed.
    mutating func end() async {
        (current, next) = (nil, nil)
        status.queue.move(to: nil)
        (status.state, status.elapsed, status.duration) = (.stopped, .zero, nil)
        failures = 0
        await storePosition()
        try? await player?.stop()
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

    mutating func nextItem() -> Int {
        lastItem += 1
        return lastItem
    }
}
