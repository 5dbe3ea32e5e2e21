import FermataPresentation

/// Builds the TUI over an application.
struct TUIComposition {
    private let application: FermataApplication
    private let environment: [String: String]

    init(_ application: FermataApplication, environment: [String: String]) {
        self.application = application
        self.environment = environment
    }

    func program() throws -> TUIProgram {
        let services = TUIServices(
            music: application.cachedMusic, lyrics: application.lyrics, playlists: application.playlists,
            artistPages: application.artists(for: .user),
            downloads: application.downloads(for: .user), toDos: Lazy { application.toDos(for: .user) },
            suggestions: application.suggestions, undo: application.undo, deliveries: application.deliveries,
            artwork: application.artwork,
            sources: application.sources, player: application.tuiPlayer, libraryChanges: application.changes,
            notice: application.health.notice, notes: application.notes,
            downloadJobs: application.settings.downloads.jobs, clock: application.clock.sleep,
            now: application.clock.now)
        return try TUIProgram(services, capabilities: TerminalCapabilities(environment: environment))
    }
}
