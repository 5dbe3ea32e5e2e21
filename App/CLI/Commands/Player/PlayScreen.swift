package import FermataDomain
package import FermataPresentation

/// Shows the current song on a line of the terminal, and passes keys to the player.
///
/// Without a terminal, it prints each song and, if lyrics are shown, each line when it is sung.
package struct PlayScreen: Sendable {
    private let session: PlayMusicUsecase
    private let player: PlayerDataSource
    private let music: MusicListDataSource
    private let keys: AsyncStream<TUIKey>
    private let lines: PlayLines
    private let display: PlayDisplay
    private let delivery: PlayDelivery

    /// `keys` are those that a person presses; they end with the terminal.
    package init(
        _ session: PlayMusicUsecase, _ player: PlayerDataSource, music: MusicListDataSource, lyrics: LyricsDataSource,
        deliveries: DeliveryDataSource, console: Console, keys: AsyncStream<TUIKey>
    ) {
        (self.session, self.player, self.music, self.keys) = (session, player, music, keys)
        lines = PlayLines(console)
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
            case .bookmark?: try await lines.reportProblem { try await toggleBookmark() }
            case .command(let command)?: try await lines.reportProblem { _ = try await session.perform(command) }
            }
        }
        for await _ in session.statuses() {}
    }

    private func toggleBookmark() async throws {
        guard let id = try await player.model(of: session.status()).id else { return }
        let song = try await music.find(id.description)
        let changed = try await music.setBookmark(!song.isBookmarked, of: song)
        lines.note(changed.bookmarkedText)
        delivery.request()
    }
}
