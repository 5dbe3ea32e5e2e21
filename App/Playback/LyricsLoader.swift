import FermataDomain
import FermataPresentation
import Synchronization

/// Loads the lyrics of the song that plays in the background, so that a server that does not respond delays nothing.
///
/// It requests the lyrics of a song once, even if that fails.
final class LyricsLoader: Sendable {
    private struct State {
        /// The song whose lyrics were requested last.
        var song: MusicID?
        var lyrics: LyricsScreen?
        var loading: Task<Void, Never>?
    }

    private let source: LyricsDataSource
    private let state = Mutex(State())

    init(_ source: LyricsDataSource) {
        self.source = source
    }

    /// Returns the lyrics of a song if they were requested last and are loaded.
    func lyrics(of song: MusicID?) -> LyricsScreen? {
        state.withLock { $0.song == song ? $0.lyrics : nil }
    }

    /// Starts to load the lyrics of a song, unless they were requested last, and cancels the request for another song.
    ///
    /// Calls `loaded` as soon as `lyrics(of:)` returns them; not after a failure.
    func request(_ song: MusicID?, loaded: @escaping @Sendable () async -> Void = {}) {
        replaceRequest(with: song, loaded: loaded)?.cancel()
    }

    /// Does the same as `request`, but returns the request for another song instead of cancelling it.
    ///
    /// A caller that holds a lock cancels it afterwards, because `cancel` runs cancellation handlers.
    func replaceRequest(with song: MusicID?, loaded: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard song != state.song else { return nil }
            let earlier = state.loading
            state = State(song: song)
            if let song { state.loading = Task { await load(song, loaded) } }
            return earlier
        }
    }

    /// Cancels the request and forgets the lyrics, so that they can be requested again.
    func cancel() { request(nil) }

    /// Ignores failures: the screens that show the library and the lyrics report them.
    private func load(_ song: MusicID, _ loaded: @Sendable () async -> Void) async {
        guard let lyrics = try? await source.screen(of: song.description) else { return }
        let isRequested = state.withLock { state in
            guard state.song == song else { return false }
            state.lyrics = lyrics
            return true
        }
        if isRequested { await loaded() }
    }
}
