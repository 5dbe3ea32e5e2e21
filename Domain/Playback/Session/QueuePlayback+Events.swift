extension QueuePlayback {
    mutating func handle(_ event: PlayerEvent, ofPlayer number: Int) async {
        guard number == playerNumber else { return }
        switch event {
        case .started(let item): await handleStart(of: item)
        case .position(let position): await handle(position: position)
        case .duration(let duration):
            guard current?.isStarted == true else { return }
            status.duration = duration
            markReadable()
        case .buffering(let isBuffering):
            guard current?.isStarted == true else { return }
            current?.isBuffering = isBuffering
            if status.state.isActive { status.state = isBuffering ? .buffering : .playing }
        case .finished(let item): await handleEnd(of: item, hasFailed: false)
        case .failed(let item): await handleEnd(of: item, hasFailed: true)
        case .outputFailed:
            guard status.state != .stopped else { return }
            await stop(becauseOf: PlayerError.noSoundDevice)
        }
    }

    /// Handles a player that has ended by itself. The queue stays at its position.
    mutating func handleEnd(ofPlayer number: Int) async {
        guard number == playerNumber, let player else { return }
        var reason = PlayerError.ended
        do { try await player.stop() } catch { reason = error }
        await player.close()
        self.player = nil
        await stop(becauseOf: status.state == .stopped ? nil : reason)
    }

    private mutating func handleStart(of item: Int) async {
        guard let current else { return }
        if item != current.item {
            // An item that was replaced later may have started before the player received its replacement.
            guard let new = preloadedItems.first(where: { $0.item == item }) else {
                // An earlier item was replaced. A later one was withdrawn, but the player has started it.
                if item > current.item { await startAfterCurrent() }
                return
            }
            guard let index = status.queue.index(ofEntry: new.entry.number) else { return await startAfterCurrent() }
            status.queue.move(to: index)
            begin(new, at: .zero)
            skippedBefore = new.skipped
            if status.state == .playing { status.state = .buffering }
            await storePosition()
        }
        self.current?.isStarted = true
        await prepareNext()
    }

    private mutating func handle(position: Duration) async {
        guard let current, current.isStarted, status.state != .stopped else { return }
        markReadable()
        if let target = pendingSeek {
            pendingSeek = nil
            try? await player?.seek(to: target)
            return
        }
        status.elapsed = position
        let duration = status.duration
        if playedTime.advance(to: position, duration: duration) {
            await storeRecordingFailure { [recordPlay, startDate] in
                do { try await recordPlay.execute(current.entry.song, started: startDate) } catch is MusicError {
                    // The song has left the library while it was played.
                } catch is HistoryError {
                    // The clock was set back while the song was played.
                }
            }
        }
        let step = position - storedElapsed
        // A smaller step back may be a position from before a seek, which has stored its target.
        if step >= Self.storedStep || step <= .zero - Self.storedStep { await storePosition() }
    }

    /// Records that the player can read the current song.
    private mutating func markReadable() {
        guard current?.isReadable == false else { return }
        current?.isReadable = true
        hasPlayed = true
        failures = 0
        if status.state == .buffering { status.state = .playing }
    }

    private mutating func handleEnd(of item: Int, hasFailed: Bool) async {
        guard let current, item == current.item else { return }
        // The player starts the next item by itself.
        if !hasFailed, !preloadedItems.isEmpty { return }
        var skipped: [SkippedSong] = []
        if hasFailed {
            failures += 1
            // No song was heard since the earlier ones were skipped.
            skipped = current.isReadable ? [] : skippedBefore
            if skipped.count < PlayerStatus.skippedLimit {
                skipped.append(SkippedSong(current.entry.song, .unplayable))
            }
        }
        guard let index = status.queue.index(ofEntry: current.entry.number) else { return await startAfterCurrent() }
        let next = hasFailed ? status.queue.index(after: index) : status.queue.index(afterEndOf: index)
        await start(following: next, skipped: skipped)
    }

    private mutating func startAfterCurrent() async {
        await start(following: status.queue.index(after: status.queue.index))
    }

    /// Plays the entry at an index after another one has ended. `skipped` are the songs that were skipped before it.
    private mutating func start(following index: Int?, skipped: [SkippedSong] = []) async {
        guard let index, failures < status.queue.entries.count else {
            if !skipped.isEmpty { status.skipped = skipped }
            return await end()
        }
        do {
            try await start(at: index, isPaused: status.state == .paused, skipped: skipped)
        } catch {
            await stop(becauseOf: error)
        }
    }
}
