import ArgumentParser
import FermataDomain
import FermataPresentation

/// Builds the web server over an application.
struct WebComposition {
    /// The number of connections that read the library at once. Other readers wait while slow queries use them all.
    private static let readers = 4
    private let application: FermataApplication
    private let note: @Sendable (String) -> Void

    /// `note` prints a line for the person who runs the server.
    init(_ application: FermataApplication, note: @escaping @Sendable (String) -> Void) {
        (self.application, self.note) = (application, note)
    }

    /// Throws `LibraryError`.
    func server() throws -> WebServer {
        try application.openReaders(Self.readers)
        return WebServer(
            dependencies, settings: application.settings.serve, jobs: application.settings.downloads.jobs)
    }

    private var dependencies: WebDependencies {
        WebDependencies(
            version: FermataVersion.text, music: application.cachedMusic, lyrics: application.lyrics,
            history: application.history,
            suggestions: application.suggestions,
            artists: application.artists(for: .webClient),
            artwork: application.artwork, audio: application.getAudio, playlists: application.playlists,
            downloads: application.downloads(for: .webClient),
            toDos: application.toDos(for: .webClient), outlines: application.outlines,
            sources: application.sources(access: .networkKinds),
            deliveries: application.deliveries,
            watch: application.settings.serve.watchesFolders ? application.watchSources : nil,
            changes: application.changes, notice: application.health.notice,
            weeklyCheck: application.health.weeklyCheck,
            note: note, clock: application.clock.sleep, now: application.clock.now)
    }
}

extension CLIComposition {
    /// Runs the body with the web server that a command describes, without listening.
    ///
    /// Throws `CommandError` if others could reach the server without a token.
    package func withWebServer<Value: Sendable>(
        _ command: ServeCommand, _ body: (WebServer) async throws -> Value
    ) async throws -> Value {
        let settings = try await settings(command.global)
        try command.checkAccess(settings.serve)
        try storage.expectLibrary(settings, now: clock.now)
        return try await open(settings) { try await body(WebComposition($0, note: { console.note($0) }).server()) }
    }
}
