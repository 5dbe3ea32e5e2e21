package import FermataDomain

/// Provides the playback status and the queue, and controls the player.
package struct PlayerDataSource: Sendable {
    private let control: ControlPlayerUsecase

    package init(control: ControlPlayerUsecase) { self.control = control }

    /// Returns the playback status; that of the stored queue if nothing plays.
    package func status() async throws -> NowPlayingModel { NowPlayingModel(try await control.status()) }

    /// Returns the song of a program that plays or is paused, to be marked in lists; nil if there is none.
    package func playingSong() async -> MusicID? { await control.playingSong() }

    /// Performs a command and returns the resulting status. Throws `PlayerError`.
    package func perform(_ command: PlayerCommand) async throws -> NowPlayingModel {
        NowPlayingModel(try await control.execute(command))
    }

    /// Pauses the program that plays, if one does, so that a web page can play instead. Throws `PlayerError`.
    package func pauseProgram() async throws { try await control.pauseProgram() }

    /// Stores the queue of a page that plays it, and returns the resulting status. With the text of a revision, replaces
    /// only the queue that has it. Throws `PlayerError`.
    package func store(
        _ songs: [MusicID], at index: Int, elapsed: Duration, repetition: PlayQueue.Repetition,
        replacing revision: String? = nil
    ) async throws -> NowPlayingModel {
        let replaced = try revision.map { text in
            guard let revision = UInt64(text, radix: 16) else { throw PlayerError.queueChanged }
            return revision
        }
        return NowPlayingModel(
            try await control.store(
                songs, at: index, elapsed: elapsed, repetition: repetition, replacing: replaced))
    }

    /// Returns the model of a player's status.
    package func model(of status: PlayerStatus) async throws -> NowPlayingModel {
        NowPlayingModel(try await control.nowPlaying(status))
    }

    /// The messages about what has changed since the last status: skipped songs, and a queue that is not stored.
    ///
    /// An error that ended playback is reported only if `includesEnd` is true. If the library cannot be read, the
    /// messages about skipped songs have no titles.
    package func notices(of status: PlayerStatus, since last: PlayerStatus?, includesEnd: Bool) async -> [String] {
        // Most changes are those of the position, which need no read.
        guard status.skipped != last?.skipped || status.failure != last?.failure else { return [] }
        var titles: [MusicID: String] = [:]
        for song in status.skipped.suffix(PlaybackNotice.namedLimit).map(\.song) {
            titles[song] = try? await control.song(song)?.title
        }
        return PlaybackNotice.texts(of: status, since: last, titles: titles, includesEnd: includesEnd)
    }

    /// A window of the queue.
    package func queue(_ window: Window) async throws -> [QueueCellModel] {
        let status = try await control.status().status
        return try await control.songs(of: status.queue, in: window).map(QueueCellModel.init)
    }

    /// A window of the queue with buttons for the program that plays, how many songs the queue has that the listener may
    /// see, and whether a program plays it, from one state of the queue.
    package func queueWindow(
        _ window: Window
    ) async throws -> (rows: [QueueCellModel], total: Int, isPlaying: Bool) {
        let status = NowPlayingModel(try await control.status())
        // One more on each side, whose places the first and the last row can take.
        let before = min(1, window.offset)
        let around = Window(offset: window.offset - before, limit: window.limit.map { $0 + before + 1 })
        let (songs, total) = try await control.window(of: status.queue, in: around)
        let shown = songs.indices.dropFirst(before).prefix(window.limit ?? .max)
        let rows = shown.map { index in
            let previous = index > 0 ? songs[index - 1] : nil
            let next = index + 1 < songs.count ? songs[index + 1] : nil
            let neighbours = QueueCellModel.Neighbours(
                previous: previous?.number, next: next?.number, followsCurrent: previous?.isCurrent == true)
            return QueueCellModel(songs[index], in: status, between: neighbours)
        }
        return (rows, total, !status.isStopped)
    }

    /// How many songs the queue has that the listener may see.
    package func queueCount() async throws -> Int {
        try await control.count(of: control.status().status.queue)
    }

    /// A window of the songs of the queue after the current one.
    package func upcoming(_ window: Window) async throws -> [QueueCellModel] {
        let queue = try await control.status().status.queue
        let following = PlayQueue(
            entries: Array(queue.entries.dropFirst(queue.index.map { $0 + 1 } ?? 0)), index: nil,
            repetition: queue.repetition, isShuffled: queue.isShuffled)
        return try await control.songs(of: following, in: window).map(QueueCellModel.init)
    }

    /// A window of the queue in batches, all from one state of the queue.
    package func queueBatches(_ window: Window) -> any AsyncSequence<[QueueCellModel], any Error> & Sendable {
        control.queueBatches(in: window).rows(QueueCellModel.init)
    }
}

/// The messages about songs that were skipped, a queue that is not stored, and playback that ended by itself.
package enum PlaybackNotice {
    /// The most skipped songs that have a message each; more of them share one.
    package static let namedLimit = 3

    /// Returns the messages about what has changed since the last status.
    ///
    /// `titles` are those of the skipped songs that the listener may see. If `includesEnd` is true, an error that ended
    /// playback replaces the other messages; otherwise it has no message.
    package static func texts(
        of status: PlayerStatus, since last: PlayerStatus?, titles: [MusicID: String], includesEnd: Bool
    ) -> [String] {
        let songs = status.skippedSongs(since: last)
        let isOtherFailure = status.failure != last?.failure
        if includesEnd, status.failure == .player(.nothingPlayable), isOtherFailure {
            // The messages about the skipped songs say why.
            let all = texts(of: status.skipped[...], titles)
            return all.isEmpty ? [PlayerError.nothingPlayable.problem(for: .user).text] : all
        }
        if includesEnd, let end = endText(status.failure) { return !songs.isEmpty || isOtherFailure ? [end] : [] }
        return texts(of: songs, titles) + [isOtherFailure ? notStoredText(status.failure) : nil].compactMap(\.self)
    }

    private static func texts(of songs: ArraySlice<SkippedSong>, _ titles: [MusicID: String]) -> [String] {
        if songs.count <= namedLimit { return songs.map { text(of: $0, title: titles[$0.song]) } }
        let isAll = songs.count < PlayerStatus.skippedLimit
        let reasons = SkippedSong.Reason.allCases.compactMap { reason in
            let count = songs.count { $0.reason == reason }
            return count > 0 ? "\(CountText.grouped(count)) \(clause(reason, count: count))" : nil
        }
        return [
            "\(isAll ? "" : "At least ")\(CountText(songs.count, "song").text) were skipped: "
                + reasons.joined(separator: ", ") + "."
        ]
    }

    private static func clause(_ reason: SkippedSong.Reason, count: Int) -> String {
        switch reason {
        case .missing: count == 1 ? "is not in the library" : "are not in the library"
        case .noAudio: count == 1 ? "has no audio" : "have no audio"
        case .unplayable: count == 1 ? "has audio that cannot be read" : "have audio that cannot be read"
        }
    }

    private static func text(of skipped: SkippedSong, title: String?) -> String {
        let name = title.map { "“\($0)”" } ?? "A song"
        return switch skipped.reason {
        case .missing: "\(name) was skipped: it is not in the library."
        case .noAudio: "\(name) was skipped: it has no audio."
        case .unplayable: "\(name) was skipped: its audio cannot be read."
        }
    }

    private static func notStoredText(_ failure: PlaybackFailure?) -> String? {
        guard case .notStored(let error)? = failure else { return nil }
        return "The queue is not stored. " + error.problem(for: .user).text
    }

    /// The message about the error that ended playback; nil if playback continues.
    private static func endText(_ failure: PlaybackFailure?) -> String? {
        switch failure {
        case .player(let error)?: error.problem(for: .user).text
        case .library(let error)?: "Playback has stopped. " + error.problem(for: .user).text
        case .notStored?, nil: nil
        }
    }
}

extension PlayerStatus {
    /// Whether screens show the same for another status: the same second of the song and the same line of its lyrics.
    package func isShown(as other: PlayerStatus, with lyrics: LyricsScreen?) -> Bool {
        isSameExceptPosition(as: other) && elapsed.components.seconds == other.elapsed.components.seconds
            && lyrics?.line(at: elapsed) == lyrics?.line(at: other.elapsed)
    }
}

extension LyricsScreen {
    fileprivate func line(at elapsed: Duration) -> Int? {
        var screen = self
        screen.elapsed = elapsed
        return screen.currentLine
    }
}

/// The time of a sleep timer as a person types it: `30m`, `1h`, `1h30m`, or `off`.
package struct SleepTime: Equatable, Sendable {
    package let command: PlayerCommand

    /// Returns nil for other text, and for a time that is 0 or longer than a sleep timer can run.
    package init?(_ text: String) {
        if text == "off" {
            command = .sleep(after: nil)
            return
        }
        guard let parts = text.firstMatch(of: /\A(?:([0-9]{1,2})h)?(?:([0-9]{1,4})m)?\z/)?.output else { return nil }
        let (hours, minutes) = (parts.1.flatMap { Int($0) } ?? 0, parts.2.flatMap { Int($0) } ?? 0)
        let time = Duration.seconds((hours * 60 + minutes) * 60)
        guard time > .zero, PlayerStatus.sleepRange.contains(time) else { return nil }
        command = .sleep(after: time)
    }
}

/// A position in a song as a person types it: `1:23`, `83`, `83.5`, `+10`, `-10`.
package struct PlayerPosition: Equatable, Sendable {
    package let command: PlayerCommand

    /// Returns nil for text that is not a time.
    package init?(_ text: String) {
        if let sign = text.first, "+-−".contains(sign) {
            guard let step = ElapsedTime(String(text.dropFirst()))?.duration else { return nil }
            command = .seekBy(sign == "+" ? step : .zero - step)
        } else {
            guard let position = ElapsedTime(text)?.duration else { return nil }
            command = .seek(to: position)
        }
    }
}
