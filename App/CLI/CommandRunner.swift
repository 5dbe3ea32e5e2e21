package import ArgumentParser
package import FermataDomain
import FermataPresentation
import Foundation

/// A command that the program can run. It receives what it uses, never the composition.
package protocol RunnableCommand: ParsableCommand {
    /// What the command uses; several things are a tuple.
    associatedtype Dependencies

    /// Composes what the command uses, and runs the body with it once.
    func withDependencies(
        from runner: CommandRunner, _ body: (Dependencies) async throws -> Void
    ) async throws

    /// Runs the command with what it uses. Throws the error that ends the program.
    func run(_ dependencies: Dependencies, on console: Console) async throws
}

/// A command that uses an open library.
protocol OpenLibraryCommand: RunnableCommand {
    var global: GlobalOptions { get }
    /// Which library is opened; by default an existing one.
    static var opening: LibraryOpening { get }
    /// Takes what the command uses from the application.
    static func dependencies(_ application: FermataApplication) -> Dependencies
    /// Whether a note after the output names sources that could not be read by their last sync; false by default.
    func notesFailedSyncs(_ settings: Settings) -> Bool
}

extension OpenLibraryCommand {
    static var opening: LibraryOpening { .existing }

    func notesFailedSyncs(_ settings: Settings) -> Bool { false }

    func withDependencies(
        from runner: CommandRunner, _ body: (Dependencies) async throws -> Void
    ) async throws {
        try await withDependencies(from: runner, settings: try await runner.settings(global), body)
    }

    /// Runs the body with what the command uses of the library of some settings.
    func withDependencies(
        from runner: CommandRunner, settings: Settings, _ body: (Dependencies) async throws -> Void
    ) async throws {
        try await runner.open(settings, Self.opening) { application in
            try await body(Self.dependencies(application))
            if notesFailedSyncs(settings), let text = try await application.sources.failedSyncsText() {
                runner.console.note(text)
            }
        }
    }
}

/// Runs command lines: finds the command, composes what it uses, and reports its error.
package struct CommandRunner: Sendable {
    let environment: [String: String]
    let executable: String?
    let http: HTTPClientFactory
    let clock: ProgramClock
    let storage: LibraryStorage
    let console: Console
    let kinds: [any SourceKind]

    /// `kinds` are kinds of sources besides the built-in ones. `executable` is the file of this program, which plays in
    /// the background, too.
    package init(
        environment: [String: String], executable: String? = nil, http: HTTPClientFactory = .network,
        clock: ProgramClock = .system,
        storage: LibraryStorage = .disk, kinds: [any SourceKind] = [], console: Console
    ) {
        self.environment = environment
        self.executable = executable
        self.kinds = kinds
        self.http = http
        self.clock = clock
        self.storage = storage
        self.console = console
    }

    /// Runs a command line and returns the exit code of the program.
    package func run(_ arguments: [String]) async -> Int32 {
        await KnownKinds.$forms.withValue(BuiltInKind.forms + kinds.map(\.form)) {
            do {
                try await perform(arguments)
                return EXIT_SUCCESS
            } catch {
                return ErrorReport(error, root: FermataCommand.self).show(on: console)
            }
        }
    }

    func perform(_ arguments: [String]) async throws {
        // The parser would inspect every command first, which takes longer than the rest of the program.
        if arguments == [FermataCommand.versionOption] { return try console.print(FermataVersion.text + "\n") }
        var command = try parse(arguments)
        if let command = command as? any RunnableCommand {
            try await perform(command)
        } else {
            // Commands of the argument parser, such as help, and groups of commands.
            try command.run()
        }
    }

    private func perform(_ command: some RunnableCommand) async throws {
        try await command.withDependencies(from: self) { try await command.run($0, on: console) }
    }

    private func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let parsed = Result { try FermataCommand.parseCommand(arguments) }
        if case .success(let command) = parsed, command is any RunnableCommand { return command }
        // The parser prints help for an unknown command with `--help`, or after `help`.
        if let unknown = FermataCommand.unknownCommand(in: arguments) { throw unknown }
        do {
            return try parsed.get()
        } catch {
            if FermataCommand.exitCode(for: error) == .success { throw error }
            if let option = FermataCommand.misplacedOption(in: arguments) { throw option }
            if let word = DashedWordError(in: arguments) { throw word }
            throw error
        }
    }

    /// Reads the settings and notes what is wrong with them. Throws `SettingsError`.
    func settings(_ options: GlobalOptions) async throws -> Settings {
        let settings = try await Settings(arguments: options, environment: environment)
        settings.notices.forEach(console.note)
        return settings
    }

    /// Builds the application, runs the body with it, and closes it.
    ///
    /// Repairs a library that turns out to be damaged before it throws the error.
    func open<Value: Sendable>(
        _ settings: Settings, _ opening: LibraryOpening, _ body: (FermataApplication) async throws -> Value
    ) async throws -> Value {
        try storage.expectLibrary(settings, opening, now: clock.now)
        let notes = Notes { [console] in console.note($0) }
        let note = notes.note
        let application = try application(settings, notes)
        let known = application.health.notice.text(for: .user)
        if let known { note(known) }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(application))
        } catch LibraryError.damaged(let path) where path == settings.library {
            result = Result {
                try storage.repair(settings, now: clock.now, note: note)
                throw LibraryError.damaged(path: path)
            }
        } catch {
            result = .failure(error)
        }
        if known == nil, let found = application.health.notice.text(for: .user) { note(found) }
        try await application.close()
        return try result.get()
    }

    /// Opens a library and builds the application over it. `open` is an open one that may be its source.
    ///
    /// If `isSource` is true, it reads no libraries itself, so that two that read each other come to an end.
    private func application(
        _ settings: Settings, _ notes: Notes, sharing open: FermataApplication? = nil, isSource: Bool = false
    ) throws -> FermataApplication {
        let library = try storage.library(
            settings, now: clock.now, note: notes.note, migrating: { notes.note(LibraryMigrationText.start) })
        return try FermataApplication(
            settings, kinds: kinds, http: http, clock: clock, notes: notes, library: library,
            ownProgram: executable.map { OwnProgram(path: $0, environment: environment) },
            openOther: { try application($0, notes, sharing: $1) },
            openShared: { path in
                if isSource { throw LibraryError.cannotOpen(path: path, .linkLoop) }
                if let open, open.settings.resolvedLibrary == path { return open.shared(includingLibraries: true) {} }
                let other = try application(settings.with(library: path, listener: .anyone), notes, isSource: true)
                return other.shared(includingLibraries: false) { try await other.close() }
            })
    }

    /// Ends the program if its shutdown takes too long.
    var deadline: ShutdownDeadline { ShutdownDeadline(console: console, schedule: ShutdownDeadline.afterLimit) }
}
