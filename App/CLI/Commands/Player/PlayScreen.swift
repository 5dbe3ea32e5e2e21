import FermataDomain
import FermataPresentation
import Synchronization

/// Shows the current song on a line of the terminal, and passes keys to the player.
///
/// Without a terminal, it prints each song and, if lyrics are shown, each line when it is sung.
struct PlayScreen: Sendable {
    private let session: PlayMusicUsecase
    private let player: PlayerDataSource
    private let music: MusicListDataSource
    private let lyrics: LyricsDataSource
    private let deliveries: DeliveryDataSource
    private let console: Console
    private let keys: AsyncStream<TUIKey>
    private let lines: PlayLines
    private let showsLyrics = LockedValue(false)

    /// `keys` are those that a person presses; they end with the terminal.
    init(
        _ session: PlayMusicUsecase, _ player: PlayerDataSource, music: MusicListDataSource, lyrics: LyricsDataSource,
        deliveries: DeliveryDataSource, console: Console, keys: AsyncStream<TUIKey>
    ) {
        (self.session, self.player, self.music, self.lyrics, self.deliveries) = (
            session, player, music, lyrics, deliveries
        )
        (self.console, self.keys, lines) = (console, keys, PlayLines(console))
    }

    /// Returns when nothing plays any more, or when a person quits.
    func show() async throws {
        defer { lines.end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await follow() }
            group.addTask { try await handleKeys() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func follow() async throws {
        var (last, reported): (PlayerStatus?, SkippedSong?) = (nil, nil)
        var screen: LyricsScreen?
        var (printed, printedLyric): (MusicID?, String?) = (nil, nil)
        // An unreadable library does not stop the music, so failed reads are ignored.
        for await status in session.statuses() {
            if status.skipped != reported {
                reported = status.skipped
                if let notice = try? await player.notice(of: status) { lines.note(notice) }
            }
            if status.song != last?.song { screen = nil }
            if status.state == .stopped, let error = status.failure?.endingError { throw error }
            guard let model = try? await player.model(of: status) else {
                if status.state == .stopped { return }
                continue
            }
            if showsLyrics.value, screen == nil, let id = model.id {
                screen = try? await lyrics.screen(of: id.description)
            }
            let lyric = showsLyrics.value ? PlayerScreen(model, lyrics: screen).lyricText : nil
            if console.showsProgress {
                lines.show([model.line] + (lyric.map { [$0] } ?? []))
            } else if status.state == .playing {
                if status.song != printed { console.note(model.line) }
                if let lyric, (status.song, lyric) != (printed, printedLyric) { console.note(lyric) }
                (printed, printedLyric) = (status.song, lyric)
            }
            last = status
            if status.state == .stopped { return }
        }
    }

    /// Returns when a person quits. Without keys, the songs play to their end.
    private func handleKeys() async throws {
        for await key in keys {
            switch PlayerKeys.intent(for: key) {
            case nil: break
            case .quit?: return
            case .help?: lines.note(PlayerKeys.help)
            case .lyrics?: showsLyrics.value.toggle()
            case .bookmark?: try await toggleBookmark()
            case .command(let command)?:
                do { _ = try await session.perform(command) } catch let error as PlayerError {
                    lines.note(error.problem(for: .user).text)
                }
            }
        }
        for await _ in session.statuses() {}
    }

    private func toggleBookmark() async throws {
        guard let id = try await player.model(of: session.status()).id else { return }
        let song = try await music.find(id.description)
        let changed = try await music.setBookmark(!song.isBookmarked, of: song)
        lines.note(changed.bookmarkedText)
        for line in try await deliveries.deliverWithinTimeout() { lines.note(line) }
    }
}

/// A value that several tasks read and change.
private final class LockedValue<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>

    init(_ value: Value) {
        stored = Mutex(value)
    }

    var value: Value {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}
