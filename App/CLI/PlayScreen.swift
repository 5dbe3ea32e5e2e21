package import FermataDomain
package import FermataPresentation
import Foundation

/// Shows the current song on a line of the terminal, and passes keys to the player.
///
/// Without a terminal, it prints each song and, if lyrics are shown, each line when it is sung.
package struct PlayScreen: Sendable {
    private let session: PlayMusicUsecase
    private let player: PlayerDataSource
    private let music: MusicListDataSource
    private let keys: AsyncStream<TUIKey>
    private let lines: TerminalLines
    private let display: PlayDisplay
    private let delivery: PlayDelivery

    /// `keys` are those that a person presses; they end with the terminal.
    package init(
        _ session: PlayMusicUsecase, _ player: PlayerDataSource, music: MusicListDataSource, lyrics: LyricsDataSource,
        deliveries: DeliveryDataSource, console: Console, keys: AsyncStream<TUIKey>
    ) {
        (self.session, self.player, self.music, self.keys) = (session, player, music, keys)
        lines = TerminalLines(console)
        display = PlayDisplay(console, lines, LyricsLoader(lyrics))
        delivery = PlayDelivery(deliveries, lines)
    }

    /// Returns when nothing plays any more, or when a person quits. Throws the error that ended the music.
    package func show() async throws {
        defer { display.end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await follow() }
            group.addTask { try await handleKeys() }
            group.addTask { try await delivery.run() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func follow() async throws {
        var last: PlayerStatus?
        // An unreadable library does not stop the music, so failed reads are ignored.
        for await status in session.statuses() {
            // An error that ends the music is thrown instead.
            for notice in await player.notices(of: status, since: last, includesEnd: false) { lines.note(notice) }
            last = status
            if status.state == .stopped, let error = status.failure?.endingError { throw error }
            if let model = try? await player.model(of: status) { display.show(model) }
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
            case .lyrics?: display.toggleLyrics()
            case .bookmark?:
                try await lines.reportProblem {
                    try await changeSong { try await music.setBookmark(!$0.isBookmarked, of: $0).bookmarkedText }
                }
            case .rate(let rating)?:
                try await lines.reportProblem {
                    try await changeSong { try await music.setRating(rating, of: $0).ratedText }
                }
            case .command(let command)?: try await lines.reportProblem { _ = try await session.perform(command) }
            }
        }
        for await _ in session.statuses() {}
    }

    /// Changes the song that plays, shows the returned message, and sends the change to its sources.
    private func changeSong(_ change: (MusicCellModel) async throws -> String) async throws {
        guard let id = try await player.model(of: session.status()).id else { return }
        lines.note(try await change(try await music.find(id.description)))
        delivery.request()
    }
}

/// Reads the keys of the terminal, without showing them, while a command prints lines.
///
/// Ctrl-C ends the program and Ctrl-Z stops it, as in other programs; both restore the terminal before. A suspension
/// pauses the music while the program is stopped.
final class TerminalKeys: Sendable {
    /// Ends with the terminal.
    let keys: AsyncStream<TUIKey>
    private let settings: termios
    private let input: InputThread

    /// Returns nil if standard input is not a terminal, or belongs to another job.
    ///
    /// Throws `OutputError` if no pipe can be created.
    init?(_ suspension: PlayerSuspension) throws {
        var settings = termios()
        guard isatty(STDIN_FILENO) != 0, Terminal.isInForeground(), tcgetattr(STDIN_FILENO, &settings) == 0 else {
            return nil
        }
        self.settings = settings
        let (keys, continuation) = AsyncStream.makeStream(of: TUIKey.self)
        self.keys = keys
        let pipe = try WakePipe()
        TerminalSignals.install(restoring: settings, [], wakeEnd: pipe.writeEnd)
        input = InputThread(pipe: pipe) { [settings] message in
            switch message {
            case .inputs(let inputs):
                for case .key(let key) in inputs { continuation.yield(key) }
            case .suspend:
                Task { if await suspension.pause() { Self.stop(pipe) } }
            case .resumed:
                if Terminal.isInForeground() { Self.hideKeys(settings) }
                Task { await suspension.resume() }
            case .ended: continuation.finish()
            case .resized: break
            }
        }
        Self.hideKeys(settings)
        input.start()
    }

    /// Restores the terminal; later keys belong to the shell.
    func close() {
        TerminalSignals.restoreTerminal()
        input.end()
        TerminalSignals.uninstall()
    }

    /// Restores the terminal, and lets the input thread stop the program.
    private static func stop(_ pipe: WakePipe) {
        TerminalSignals.restoreTerminal()
        pipe.wake(InputThread.stopByte)
    }

    private static func hideKeys(_ settings: termios) {
        TerminalSignals.setActive(true)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(STDIN_FILENO, TCSANOW, &silent)
    }
}
