import ArgumentParser
import AsyncHTTPClient
import FermataData
import FermataDomain
import FermataPresentation
import Foundation

/// Everything the commands use, built in one place from the settings.
struct Composition: Sendable {
    let sources: any SourceRepository
    let addSource: AddSourceUsecase
    let library: OfflineFirstMusicRepository
    /// Shows what the library holds, without any network.
    let stored: PlaylistDataSource
    /// Shows what the library holds, and refreshes it behind the screen.
    let refreshing: PlaylistDataSource

    /// Opens the library, runs the body, and closes what was opened.
    ///
    static func run<Value: Sendable>(
        _ settings: Settings, now: @escaping @Sendable () -> Date = { Date() },
        _ body: @Sendable (Composition) async throws -> Value
    ) async throws -> Value {
        let client = LazyHTTPClient { HTTPClient.fermata(timeouts: settings.timeouts, limits: settings.limits) }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(try Composition(settings, client: client, now: now)))
        } catch LibraryError.damaged(let path) {
            result = Result {
                try LibraryFile.recover(path: path, now: now())
                throw LibraryError.damaged(path: path)
            }
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        return try result.get()
    }

    /// Throws `LibraryError.noSuchSource` for a name that no source has.
    func check(that name: String) async throws {
        let known = try await sources.sources().map(\.name)
        if !known.contains(name) { throw LibraryError.noSuchSource(name, known: known) }
    }

    private init(_ settings: Settings, client: LazyHTTPClient, now: @escaping @Sendable () -> Date) throws {
        let file = try LibraryFile.open(settings, now: now)
        let music = SQLiteMusicRepository(library: file, now: now)
        let remotes = RemoteRepositories(
            [
                "http": { source in
                    try HTTPMusicRepository(
                        address: source.address, client: client.value,
                        userAgent: "Fermata/\(FermataCommand.configuration.version)",
                        timeouts: settings.timeouts, limits: settings.limits, now: now)
                }
            ],
            playlists: [
                "http": { address, source in
                    try HTTPPlaylistRepository(
                        address: address, catalogue: source.address, client: client.value,
                        userAgent: "Fermata/\(FermataCommand.configuration.version)",
                        timeouts: settings.timeouts, limits: settings.limits, now: now)
                }
            ])
        let sources = SQLiteSourceRepository(library: file)
        self.sources = sources
        addSource = AddSourceUsecase(repository: sources, now: now) { source in
            _ = try remotes.repository(for: source)
            _ = try remotes.playlists(of: source)
        }
        library = OfflineFirstMusicRepository(
            local: music, sources: sources, retries: settings.retries, now: now, remote: remotes.repository)
        stored = Self.playlist(over: music, for: settings.listener, now: now)
        refreshing = Self.playlist(over: library, for: settings.listener, now: now)
    }

    private static func playlist(
        over repository: any MusicRepository, for listener: Listener, now: @escaping @Sendable () -> Date
    ) -> PlaylistDataSource {
        PlaylistDataSource(
            getMusic: GetMusicUsecase(repository: repository, listener: listener),
            setBookmark: SetBookmarkUsecase(repository: repository, listener: listener), now: now)
    }
}
