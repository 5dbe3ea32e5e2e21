import ArgumentParser
import FermataData
import FermataDomain
import FermataPresentation

extension CLIComposition {
    /// Runs a command with the use cases and data sources that it needs.
    func perform(_ command: any ParsableCommand) async throws {
        switch command {
        case let command as ListCommand:
            try await openExisting(command.global) {
                try await command.run(
                    cached: $0.cachedMusic, refreshing: $0.refreshingMusic, artists: $0.artists(for: .user),
                    lyrics: $0.lyrics, unmatched: $0.unmatchedBookmarks, refreshesByDefault: $0.settings.refresh,
                    on: console)
                if !command.isRefreshing(byDefault: $0.settings.refresh) {
                    try await noteFailedSyncs($0, command.output)
                }
            }
        case let command as ShowCommand:
            try await openExisting(command.global) {
                try await command.run($0.cachedMusic, lyrics: $0.lyrics, style: $0.dateStyle, on: console)
            }
        case let command as LyricsCommand:
            try await openExisting(command.global) {
                try await command.run($0.lyrics, music: $0.cachedMusic, on: console)
            }
        case let command as BookmarkCommand: try await setBookmark(true, command.options)
        case let command as UnbookmarkCommand: try await setBookmark(false, command.options)
        case let command as UndoCommand:
            try await openExisting(command.global) {
                try await command.run($0.undo, deliveries: $0.deliveries, on: console)
            }
        case let command as ArtistCommand:
            try await openExisting(command.global) {
                try await command.run($0.artists(for: .user), on: console)
                try await noteFailedSyncs($0, command.output)
            }
        case let command as PlaylistsCommand:
            try await openExisting(command.global) {
                try await command.run($0.playlists, on: console)
                try await noteFailedSyncs($0, command.output)
            }
        case let command as PlaylistCommand:
            try await openExisting(command.global) {
                try await command.run($0.playlists, lyrics: $0.lyrics, on: console)
                try await noteFailedSyncs($0, command.output)
            }
        case let command as HistoryCommand:
            try await openExisting(command.global) { try await command.run($0.history, on: console) }
        case let command as DownloadCommand:
            var settings = try await settings(command.global)
            if let rate = command.limitRate { settings.downloads.rate = rate }
            try await openExisting(settings) {
                try await command.run(
                    $0.downloads(for: .user), $0.selection, jobs: $0.settings.downloads.jobs, now: clock.now,
                    on: console)
            }
        case let command as DownloadsCommand:
            try await openExisting(command.global) { try await command.run($0.downloads(for: .user), on: console) }
        case let command as SyncCommand:
            try await openExisting(command.global) {
                try await command.run(
                    $0.sources, weeklyCheck: $0.health.weeklyCheck, now: clock.now, on: console)
            }
        case let command as DemoCommand: try await command.run(demo())
        case let command as BrowseCommand:
            try command.check(environment)
            try await openExisting(command.global) {
                try await $0.tuiProgram(environment: environment).run(until: deadline)
            }
        case let command as ServeCommand:
            try await withWebServer(command) { server in
                try await server.run(
                    host: command.host, port: command.port, deadline: deadline
                ) { [console] in try console.print($0 + "\n") }
            }
        default:
            if try await performSource(command) { return }
            if try await performToDo(command) { return }
            if try await performLibrary(command) { return }
            if try await performPlayer(command) { return }
            if try await performConfig(command) { return }
            // Commands of the argument parser, such as help and groups of commands.
            var command = command
            try command.run()
        }
    }

    private func setBookmark(_ isBookmarked: Bool, _ options: BookmarkOptions) async throws {
        try await openExisting(options.global) {
            try await options.set(
                isBookmarked, $0.cachedMusic, lyrics: $0.lyrics, deliveries: $0.deliveries, on: console)
        }
    }

    /// Runs the body with the web server that a command describes, without listening.
    ///
    /// Throws `CommandError` if others could reach the server without a token.
    package func withWebServer<Value: Sendable>(
        _ command: ServeCommand, _ body: (WebServer) async throws -> Value
    ) async throws -> Value {
        let settings = try await settings(command.global)
        try command.checkAccess(settings.serve)
        try storage.expectLibrary(settings, now: clock.now)
        return try await open(settings) { try await body(try $0.webServer { [console] in console.note($0) }) }
    }

    /// Ends the program if its shutdown takes too long.
    private var deadline: ShutdownDeadline {
        ShutdownDeadline(console: console, schedule: ShutdownDeadline.afterLimit)
    }

    /// Notes below a list for a person that the songs of some sources may be old.
    private func noteFailedSyncs(_ application: FermataApplication, _ output: OutputOptions) async throws {
        guard output.isTable, let text = try await application.sources.failedSyncsText() else { return }
        console.note(text)
    }
}

/// The commands of each group. Each function returns false for a command that is not of its group.
extension CLIComposition {
    private func performConfig(_ command: any ParsableCommand) async throws -> Bool {
        let store = SettingsStore(environment: environment)
        switch command {
        case let command as ConfigCommand.List:
            try await command.run(try await settings(command.global).keys.rows, store, on: console)
        case let command as ConfigCommand.Get:
            try await command.run(try await settings(command.global).keys.rows, store, on: console)
        case let command as ConfigCommand.SetValue: try command.run(store, on: console)
        case let command as ConfigCommand.Unset: try command.run(store, on: console)
        default: return false
        }
        return true
    }

    private func performSource(_ command: any ParsableCommand) async throws -> Bool {
        switch command {
        case let command as SourceCommand.Add:
            try await open(command.global) { try await command.run($0.sources, on: console) }
        case let command as SourceCommand.List:
            try await openExisting(command.global) { try await command.run($0.sources, on: console) }
        case let command as SourceCommand.SetSource:
            try await openExisting(command.global) { try await command.run($0.sources, on: console) }
        case let command as SourceCommand.Remove:
            try await openExisting(command.global) { try await command.run($0.sources, on: console) }
        default: return false
        }
        return true
    }

    private func performToDo(_ command: any ParsableCommand) async throws -> Bool {
        switch command {
        case let command as ToDoCommand: try await listToDos(command.options)
        case let command as ToDoCommand.List: try await listToDos(command.options)
        case let command as ToDoCommand.Add:
            try await open(command.global) {
                try await command.run(
                    $0.toDos(for: .user), music: $0.cachedMusic, artists: $0.artists(for: .user), on: console)
            }
        case let command as ToDoCommand.Edit:
            try await openExisting(command.global) {
                try await command.run(
                    $0.toDos(for: .user), music: $0.cachedMusic, artists: $0.artists(for: .user), on: console)
            }
        case let command as ToDoCommand.Show:
            try await openExisting(command.global) { try await command.run($0.toDos(for: .user), on: console) }
        case let command as ToDoCommand.Check: try await setDone(true, command.options)
        case let command as ToDoCommand.Uncheck: try await setDone(false, command.options)
        case let command as ToDoCommand.Remove:
            try await openExisting(command.global) { try await command.run($0.toDos(for: .user), on: console) }
        case let command as ToDoCommand.Import:
            try await open(command.global) {
                try await command.run($0.importToDos, document: $0.toDoDocument, on: console)
            }
        case let command as ToDoCommand.Export:
            try command.check()
            try await openExisting(command.global) {
                try await command.run(
                    $0.exportToDos, library: $0.settings.library, document: $0.toDoDocument, on: console)
            }
        default: return false
        }
        return true
    }

    private func listToDos(_ options: ToDoListOptions) async throws {
        try await openExisting(options.global) { try await options.list($0.toDos(for: .user), on: console) }
    }

    private func setDone(_ isDone: Bool, _ options: ToDoNumberOptions) async throws {
        try await openExisting(options.global) {
            try await options.setDone(isDone, $0.toDos(for: .user), on: console)
        }
    }

    private func performLibrary(_ command: any ParsableCommand) async throws -> Bool {
        switch command {
        case let command as LibraryCommand.Check:
            try await command.run(libraryFile(try await settings(command.global)), on: console)
        case let command as LibraryCommand.Repair:
            try await command.run(libraryFile(try await settings(command.global)), on: console)
        case let command as LibraryCommand.Backup:
            let settings = try await settings(command.global)
            try await command.run(
                BackUpLibraryUsecase(repository: backups(settings)), now: clock.now, on: console)
        case let command as LibraryCommand.Restore:
            let settings = try await settings(command.global)
            try storage.prepare(settings)
            try await command.run(
                RestoreLibraryUsecase(repository: backups(settings), listener: settings.listener),
                style: DateStyle(localeName: settings.localeName), on: console)
        case let command as LibraryCommand.Export:
            let settings = try await settings(command.global)
            // Opening would create a missing library.
            try settings.libraryFile(now: clock.now).expectContent()
            try await open(settings) {
                try await command.run($0.exportLibrary, documents: $0.exportDocuments, on: console)
            }
        case let command as LibraryCommand.Import:
            try await open(command.global) {
                try await command.run($0.importLibrary, documents: $0.exportDocuments, on: console)
            }
        default: return false
        }
        return true
    }

    /// The library's file, which is not opened as a library, because it may be damaged.
    private func libraryFile(_ settings: Settings) -> LibraryFileDataSource {
        LibraryHealthServices(settings, now: clock.now).dataSource {
            try await open(settings) { try await $0.checkDownloads.execute() }
        }
    }

    /// The backups of the library, which is not opened, because it may be missing or damaged.
    private func backups(_ settings: Settings) -> SQLiteBackupRepository {
        SQLiteBackupRepository(path: settings.library, patience: settings.patience, now: clock.now)
    }
}
