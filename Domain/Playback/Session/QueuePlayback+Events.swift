extension QueuePlayback {
    mutating func handle(_ event: PlayerEvent, ofPlayer number: Int) async {
        guard number == playerNumber else { return }
        switch event {
        case .started(let item): await handleStart(of: item)
        case .position(let position): await handle(position: position)
        case .duration(let duration): if current != nil { status.duration = duration }
        case .buffering(let isBuffering):
            guard status.state.isActive else { return }
            status.state = isBuffering ? .buffering : .playing
        case .finished(let item): await handleEnd(of: item, hasFailed: false)
        case .failed(let item): await handleEnd(of: item, hasFailed: true)
        }
    }

    /// The player has ended by itself. The queue stays at its position.
    mutating func handleEnd(ofPlayer number: Int) async {
        guard number == playerNumber, player != nil else { return }
        await player?.close()
        (player, current, next) = (nil, nil, nil)
        if status.state != .stopped { status.failure = .player(.ended) }
        status.state = .stopped
        await storePosition()
    }

    mutating func handleStart(of item: Int) async {
        if item == next?.item, let next {
            status.queue.move(toEntry: next.entry.number)
            self.next = nil
            begin(next, at: .zero)
            await storePosition()
        }
        guard item == current?.item else { return }
        failures = 0
        await prepareNext()
    }

    mutating func handle(position: Duration) async {
        guard let current, status.state != .stopped else { return }
        status.elapsed = position
        let duration = status.duration
        if played.move(to: position, of: duration) {
            await report { [recordPlay, started] in
                do { try await recordPlay.execute(current.entry.song, started: started) } catch is MusicError {
                    // The song has left the library while it was played.
                }
            }
        }
        let step = position - storedElapsed
        if step >= Self.storedStep || step < .zero { await storePosition() }
    }

    mutating func handleEnd(of item: Int, hasFailed: Bool) async {
        let ended = item == current?.item ? current : item == next?.item ? next : nil
        guard let ended else { return }
        if hasFailed {
            failures += 1
            status.skipped = SkippedSong(ended.entry.song, .unplayable)
        } else if next != nil, item == current?.item {
            return  // The player starts the next item by itself.
        }
        guard let index = status.queue.entries.firstIndex(where: { $0.number == ended.entry.number }) else { return }
        let following = hasFailed ? status.queue.index(after: index) : status.queue.index(afterEndOf: index)
        guard let following, failures < status.queue.entries.count else { return await end() }
        do { try await start(at: following) } catch { status.failure = PlaybackFailure(error) }
    }
}
