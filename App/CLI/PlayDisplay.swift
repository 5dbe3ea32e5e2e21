import FermataDomain
import FermataPresentation
import Synchronization

/// Shows the current song and, if lyrics are shown, the line that is sung.
///
/// Without a terminal, it prints each song, and each line when it is sung.
final class PlayDisplay: Sendable {
    private struct State {
        /// Nil before the first status and after the end.
        var model: NowPlayingModel?
        var showsLyrics = false
        var printedSong: MusicID?
        var printedLyric: String?
    }

    private let console: Console
    private let lines: TerminalLines
    private let lyrics: LyricsLoader
    private let state = Mutex(State())

    init(_ console: Console, _ lines: TerminalLines, _ lyrics: LyricsLoader) {
        (self.console, self.lines, self.lyrics) = (console, lines, lyrics)
    }

    func show(_ model: NowPlayingModel) { update { $0.model = model } }

    /// Shows or hides lyrics. Showing them requests them again if they could not be loaded.
    func toggleLyrics() { update { $0.showsLyrics.toggle() } }

    /// Removes the lines, and cancels the request for lyrics.
    func end() {
        state.withLock { state in
            state.model = nil
            lines.end()
        }
        lyrics.cancel()
    }

    private func redraw() { update { _ in } }

    /// Changes the state and draws it.
    private func update(_ change: (inout State) -> Void) {
        let earlier = state.withLock { state in
            change(&state)
            return draw(&state)
        }
        // After the lock, because it runs cancellation handlers.
        earlier?.cancel()
    }

    /// Returns the request for the lyrics of another song, which the caller cancels.
    private func draw(_ state: inout State) -> Task<Void, Never>? {
        guard let model = state.model else { return nil }
        let earlier = lyrics.replaceRequest(with: state.showsLyrics ? model.id : nil) { [weak self] in self?.redraw() }
        let loaded = lyrics.lyrics(of: model.id)
        let lyric = PlayerScreen(model, lyrics: loaded).lyricText
        if console.showsProgress {
            lines.show([model.line] + (state.showsLyrics ? [lyric] : []))
        } else if model.state == .playing {
            print(model, loaded == nil ? nil : lyric, &state)
        }
        return earlier
    }

    /// Prints what was not printed last.
    private func print(_ model: NowPlayingModel, _ lyric: String?, _ state: inout State) {
        let song = model.queue.current?.song
        let isOtherSong = song != state.printedSong
        if isOtherSong { console.note(model.line) }
        if let lyric, isOtherSong || lyric != state.printedLyric { console.note(lyric) }
        (state.printedSong, state.printedLyric) = (song, lyric)
    }
}

extension TerminalLines {
    /// Runs a body and prints the problem of its error, so that the music continues.
    ///
    /// Throws `LibraryError.damaged`, and errors without a problem, such as `CancellationError`.
    func reportProblem(of body: () async throws -> Void) async throws {
        do { try await body() } catch {
            if case LibraryError.damaged = error { throw error }
            guard let described = error as? any ProblemConvertible else { throw error }
            note(described.problem(for: .user).text)
        }
    }
}
