import Foundation

/// The state of playing a queue, and how commands and events of the player change it.
struct QueuePlayback: Sendable {
    /// A song that was sent to the player.
    struct LoadedItem: Equatable {
        let item: Int
        let entry: PlayQueue.Entry
        /// The songs between the one before and this one, which were skipped.
        var skipped: [SkippedSong] = []
        /// Whether the player has started it. Earlier positions are those of another song.
        var isStarted = false
        /// Whether the player could read it.
        var isReadable = false
        /// Whether the player waits for the rest of it.
        var isBuffering = false
    }

    /// The position is stored after each change by this much.
    static let storedStep = Duration.seconds(5)
    /// After this much of a song, `previous` plays it again.
    static let restartLimit = Duration.seconds(3)

    var status: PlayerStatus
    let getAudio: GetAudioUsecase
    let addresses: any AudioServer
    let playback: any PlaybackRepository
    let recordPlay: RecordPlayUsecase
    let now: @Sendable () -> Date
    let openPlayer: @Sendable (_ number: Int) async throws -> any Player

    var player: (any Player)?
    /// Counts players, so that late events of an ended one are ignored.
    var playerNumber = 0
    var lastItem = 0
    var current: LoadedItem?
    /// The items that may follow the current one. The player may start an earlier one before it receives a later one.
    var preloadedItems: [LoadedItem] = []
    /// The songs that were skipped before the current one.
    var skippedBefore: [SkippedSong] = []
    /// Songs that failed in the player since one was readable.
    var failures = 0
    /// Whether the player could read a song since playback began.
    var hasPlayed = false
    /// The position to seek to as soon as the player can.
    var pendingSeek: Duration?
    var playedTime = PlayedTime()
    var startDate = Date.distantPast
    var storedElapsed: Duration
    /// Whether the library has the queue that plays; false after it could not be stored.
    var isQueueStored = true
    /// When the sleep timer stops playback; nil without a timer.
    var sleepEnd: Date?

    init(
        stored: StoredPlayback, getAudio: GetAudioUsecase, addresses: any AudioServer,
        playback: any PlaybackRepository, recordPlay: RecordPlayUsecase,
        now: @escaping @Sendable () -> Date, openPlayer: @escaping @Sendable (_ number: Int) async throws -> any Player
    ) {
        status = PlayerStatus(stored)
        storedElapsed = stored.elapsed
        (self.getAudio, self.addresses, self.playback, self.recordPlay) = (getAudio, addresses, playback, recordPlay)
        (self.now, self.openPlayer) = (now, openPlayer)
    }

    /// Stores the position and ends the player.
    mutating func close() async {
        await storePosition()
        await player?.close()
    }

    private var playbackToStore: StoredPlayback {
        StoredPlayback(queue: status.queue, elapsed: status.elapsed, volume: status.volume)
    }

    private var position: PlaybackPosition {
        PlaybackPosition(entry: status.queue.current?.number, elapsed: status.elapsed, volume: status.volume)
    }

    // MARK: - Commands

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
        case .setRepetition, .shuffle, .add, .insertNext, .move, .remove, .clear, .undo: try await changeQueue(command)
        case .replaceQueue: try await replaceQueue(command)
        case .sleep(let time): try await setSleepTimer(after: time)
        case .stopAfterSong(let isSet): try await setStopsAfterSong(isSet)
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
        let skipped = status.skipped
        let update = try await updateQueue(keepingPlayed: false) { [queue] stored in
            let edit = QueueEdit(.play(songs), from: stored, to: queue)
            (stored.queue, stored.elapsed) = (queue, .zero)
            return edit
        }
        status.stopsAfterSong = false
        do {
            try await start(at: 0)
        } catch {
            status.skipped = skipped
            play(update.before)
            if let change = update.change { _ = try? await playback.undo(change: change) { _ in } }
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
        status.jumps += 1
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
        try await updateQueue(command)
        let hasOtherSong = status.queue.current != entry
        if hasOtherSong { status.duration = nil }
        guard current != nil, hasOtherSong else { return await prepareNext() }
        let isPaused = status.state == .paused
        guard let index = status.queue.index else { return await end(isRequested: true) }
        do {
            try await start(at: index, from: status.elapsed, isPaused: isPaused)
        } catch {
            // The player must not play on a song that has left the queue.
            await stop(becauseOf: error)
            throw error
        }
    }

    /// Takes over the queue of another player. Throws `PlayerError.alreadyRunning` while music plays.
    private mutating func replaceQueue(_ command: PlayerCommand) async throws {
        if status.state.isActive { throw PlayerError.alreadyRunning }
        await stop(becauseOf: nil)
        try await updateQueue(command)
        status.duration = nil
    }

    // MARK: - Stopping later

    /// Starts or cancels the sleep timer. Throws `PlayerError.nothingToPlay` if nothing plays.
    mutating func setSleepTimer(after time: Duration?) async throws {
        if status.state == .stopped, time != nil { throw PlayerError.nothingToPlay }
        let range = PlayerStatus.sleepRange
        sleepEnd = time.map { now() + min(max($0, range.lowerBound), range.upperBound) / .seconds(1) }
        status.sleep = nil
        await checkSleepTimer()
    }

    /// Updates the time of the sleep timer, and stops playback at its end.
    ///
    /// Runs before each command and event, and when the time is over. A timer that ends while playback is paused has no
    /// effect.
    mutating func checkSleepTimer() async {
        guard let sleepEnd else { return }
        let seconds = sleepEnd.timeIntervalSince(now())
        if seconds > 0 {
            status.sleep = .seconds(60 * Int((seconds / 60).rounded(.up)))
        } else {
            (self.sleepEnd, status.sleep) = (nil, nil)
            if status.state.isActive { await stop(becauseOf: nil) }
        }
    }

    /// Sets whether playback stops when the current song ends. Throws `PlayerError.nothingToPlay` if nothing plays.
    mutating func setStopsAfterSong(_ isSet: Bool) async throws {
        if status.state == .stopped, isSet { throw PlayerError.nothingToPlay }
        status.stopsAfterSong = isSet
        await prepareNext()
    }

    // MARK: - Loading

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
        status.jumps += 1
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
        var candidate = status.stopsAfterSong ? nil : status.queue.index(afterEndOf: index)
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
        (sleepEnd, status.sleep, status.stopsAfterSong) = (nil, nil, false)
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

    // MARK: - Events of the player

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
        if status.stopsAfterSong {
            status.queue.move(to: index)
            (status.elapsed, status.duration, status.skipped) = (.zero, nil, skipped)
            return await stop(becauseOf: nil)
        }
        do {
            try await start(at: index, isPaused: status.state == .paused, skipped: skipped)
        } catch {
            await stop(becauseOf: error)
        }
    }

    // MARK: - Storing

    private mutating func storeQueue() async {
        storedElapsed = status.elapsed
        isQueueStored = await storeRecordingFailure { [playback, playbackToStore] in
            try await playback.store(playbackToStore)
        }
    }

    /// Changes the stored queue, and plays it from then on. Throws `PlayerError.noEntry`, and the errors of the library
    /// if a change cannot be undone.
    private mutating func updateQueue(_ command: PlayerCommand) async throws {
        if case .undo(let change) = command {
            play(try await playback.undo(change: change, after: adjustment()))
            isQueueStored = true
        } else {
            try await updateQueue { try $0.perform(command) }
        }
    }

    /// Changes the stored queue, and plays it from then on: another program may have changed it since this one read it.
    /// If it cannot be stored, changes the queue that plays. Throws the `PlayerError` of `change`.
    @discardableResult
    private mutating func updateQueue(
        keepingPlayed: Bool = true, _ change: @escaping @Sendable (inout StoredPlayback) throws -> QueueEdit?
    ) async throws -> PlaybackUpdate {
        let adjust = adjustment(keepingPlayed: keepingPlayed)
        let update: PlaybackUpdate
        do {
            let stored = try await playback.update { stored in
                adjust(&stored)
                return try change(&stored)
            }
            var before = stored.before
            adjust(&before)
            update = PlaybackUpdate(from: before, to: stored.after, change: stored.change)
            isQueueStored = true
        } catch let error as PlayerError { throw error } catch {
            var changed = playbackToStore
            _ = try change(&changed)
            update = PlaybackUpdate(from: playbackToStore, to: changed, change: nil)
            isQueueStored = false
            status.failure = PlaybackFailure(notStored: error)
        }
        storedElapsed = update.after.elapsed
        play(update.after)
        return update
    }

    /// Gives the stored playback the position of the song that is loaded, and the queue that plays if it could not be
    /// stored. If the stored queue lacks the song because it was replaced, it also gets the queue that plays, unless
    /// `keepingPlayed` is false.
    private func adjustment(keepingPlayed: Bool = true) -> @Sendable (inout StoredPlayback) -> Void {
        let (playing, isStored, isLoaded) = (playbackToStore, isQueueStored, current != nil)
        return { stored in
            stored.volume = playing.volume
            guard isLoaded || !isStored else { return }
            let isLost = playing.queue.current.map { !stored.queue.entries.contains($0) } ?? false
            if !isStored || isLost && keepingPlayed {
                stored = playing
            } else if !isLost {
                stored.queue.move(toEntry: playing.queue.current?.number ?? -1)
                stored.elapsed = playing.elapsed
            }
        }
    }

    private mutating func play(_ changed: StoredPlayback) {
        (status.queue, status.elapsed) = (changed.queue, changed.elapsed)
    }

    /// Stores the position, and first the queue if it could not be stored before.
    mutating func storePosition() async {
        guard isQueueStored else {
            await storeQueue()
            return
        }
        storedElapsed = status.elapsed
        await storeRecordingFailure { [playback, position] in try await playback.store(position) }
    }

    /// Performs a change of the library, and returns whether it succeeded; playback continues if it fails.
    @discardableResult
    mutating func storeRecordingFailure(_ change: () async throws -> Void) async -> Bool {
        do { try await change() } catch {
            status.failure = PlaybackFailure(notStored: error)
            return false
        }
        return true
    }
}
