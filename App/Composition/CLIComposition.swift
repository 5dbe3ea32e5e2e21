import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

/// Runs a command line with the network, disk and clock of the system, and returns the exit code of the program.
func runCommandLine(_ arguments: [String], environment: [String: String], on console: Console) async -> Int32 {
    await CLIComposition(environment: environment, console: console).run(arguments)
}

/// The command line: builds the application that the arguments describe, and passes each command its dependencies.
package struct CLIComposition: Sendable {
    let environment: [String: String]
    let http: HTTPClientFactory
    let clock: ProgramClock
    let storage: LibraryStorage
    let console: Console

    package init(
        environment: [String: String], http: HTTPClientFactory = .network, clock: ProgramClock = .system,
        storage: LibraryStorage = .disk, console: Console
    ) {
        self.environment = environment
        self.http = http
        self.clock = clock
        self.storage = storage
        self.console = console
    }

    /// Runs a command line and returns the exit code of the program.
    package func run(_ arguments: [String]) async -> Int32 {
        do {
            try await perform(arguments)
            return EXIT_SUCCESS
        } catch {
            return ErrorReport(error, root: FermataCommand.self).show(on: console)
        }
    }

    func perform(_ arguments: [String]) async throws {
        // The parser would inspect every command first, which takes longer than the rest of the program.
        if arguments == [FermataCommand.versionOption] { return try console.print(FermataVersion.text + "\n") }
        try await perform(parse(arguments))
    }

    private func parse(_ arguments: [String]) throws -> any ParsableCommand {
        // The parser prints help for an unknown command with `--help`, or after `help`.
        if let unknown = FermataCommand.unknownCommand(in: arguments) { throw unknown }
        do {
            return try FermataCommand.parseCommand(arguments)
        } catch {
            if FermataCommand.exitCode(for: error) == .success { throw error }
            if let option = FermataCommand.misplacedOption(in: arguments) { throw option }
            if let word = DashedWordError(in: arguments) { throw word }
            throw error
        }
    }

    func settings(_ options: GlobalOptions) async throws -> Settings {
        let settings = try await Settings(arguments: options, environment: environment)
        settings.notices.forEach(console.note)
        return settings
    }

    /// Builds the application, runs the body with it, and closes it.
    ///
    /// Repairs a library that turns out to be damaged before it throws the error.
    func open<Value: Sendable>(
        _ settings: Settings, _ body: (FermataApplication) async throws -> Value
    ) async throws -> Value {
        let notes = Notes { [console] in console.note($0) }
        let note = notes.note
        let library = try storage.library(
            settings, now: clock.now, note: note, migrating: MigrationProgress(console: console).show)
        let application = try FermataApplication(settings, http: http, clock: clock, notes: notes, library: library)
        let known = application.health.notice.text(for: .user)
        if let known { note(known) }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(application))
        } catch LibraryError.damaged(let path) {
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

    func open(_ options: GlobalOptions, _ body: (FermataApplication) async throws -> Void) async throws {
        try await open(try await settings(options), body)
    }

    /// Opens the library for a command that needs an existing one, so that a mistyped path creates none.
    ///
    /// Creates the default library if it is missing.
    func openExisting(
        _ options: GlobalOptions, _ body: (FermataApplication) async throws -> Void
    ) async throws {
        try await openExisting(try await settings(options), body)
    }

    func openExisting(_ settings: Settings, _ body: (FermataApplication) async throws -> Void) async throws {
        try storage.expectLibrary(settings, now: clock.now)
        try await open(settings, body)
    }
}

extension ProgramClock {
    /// The clocks of the system.
    package static let system = ProgramClock(now: { Date() }, sleep: ContinuousClock())
}

extension ShutdownDeadline {
    /// Waits on a thread of its own.
    static let afterLimit: Schedule = { limit, body in
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: limit / .seconds(1))
            body()
        }
    }
}

/// Random text that makes each token of a password differ.
enum RandomSalt {
    /// 64 random bits as hexadecimal digits; the protocol requires at least six.
    static func text() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
