import FermataDomain
import FermataPresentation

extension FermataApplication {
    /// The full-screen program in a terminal that environment variables describe. Throws `OutputError`.
    func tuiProgram(environment: [String: String]) throws -> TUIProgram {
        let services = TUIServices(
            music: cachedMusic, artists: artistList, albums: albums, annotations: annotations, lyrics: lyrics,
            playlists: playlists, playlistEditor: playlistEditor, artistPages: artists(for: .user),
            downloads: downloads(for: .user), toDos: Lazy { toDos(for: .user) }, suggestions: suggestions, undo: undo,
            deliveries: deliveries, artwork: artwork, sources: sources, player: tuiPlayer, libraryChanges: changes,
            notice: health.notice, theme: ThemeFile.read(environment: environment), notes: notes,
            downloadJobs: settings.downloads.jobs, clock: clock.sleep, now: clock.now)
        return try TUIProgram(services, capabilities: TerminalCapabilities(environment: environment))
    }
}

extension FermataApplication {
    /// The number of connections that read the library at once. Other readers wait while slow queries use them all.
    private static let webReaders = 4

    /// The web server; `note` prints a line for the person who runs it, and `isOpen` states that a server
    /// without a token needs no sign-in until it has an account. Throws `LibraryError`.
    func webServer(isOpen: Bool, note: @escaping @Sendable (String) -> Void) throws -> WebServer {
        try openReaders(Self.webReaders)
        let libraries = AccountLibraries(self, note: note)
        let dependencies = WebDependencies(
            site: siteDependencies, deliveries: deliveries, watch: settings.serve.watchesFolders ? watchSources : nil,
            accounts: GetAccountsUsecase(repository: accountRepository), accountEditor: accounts,
            signIn: SignInUsecase(repository: accountRepository, now: clock.now),
            accountServices: libraries.forServer, weeklyCheck: health.weeklyCheck, note: note)
        return WebServer(dependencies, settings: settings.serve, jobs: settings.downloads.jobs, isOpen: isOpen)
    }

    /// The data sources of the pages of a listener.
    func siteDependencies(for listener: Listener) -> SiteDependencies { serving(listener).siteDependencies }

    private var siteDependencies: SiteDependencies {
        SiteDependencies(
            music: cachedMusic, albums: albums, annotations: annotations, home: home, player: otherPlayer,
            lyrics: lyrics, history: history, suggestions: suggestions, artistList: artistList,
            artists: artists(for: .webClient), artwork: artwork, audio: getAudio, playlists: playlists,
            playlistEditor: playlistEditor, undo: undo, downloads: downloads(for: .webClient),
            toDos: toDos(for: .webClient), outlines: outlines, sources: sources(access: .networkKinds),
            changes: changes, notice: health.notice, clock: clock.sleep, now: clock.now)
    }
}
