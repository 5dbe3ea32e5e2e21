import FermataData
import FermataDomain
import FermataPresentation
import Foundation
import ServiceLifecycle

/// The libraries of accounts: the one that is served, or one of the account's own, which has the served one as its
/// source.
///
/// An own library is created when its account first signs in. It is synced before its first use, and after changes of the
/// library that is served.
actor AccountLibraries {
    /// The name of the source in the libraries of accounts.
    private static let source = "Library"
    /// The shortest time between two syncs after changes.
    private static let pause = Duration.seconds(2)
    /// Enough for apps that request several covers and songs at once.
    private static let readers = 2
    private let served: FermataApplication
    private let files: FileAccountLibraryRepository
    private let note: @Sendable (String) -> Void
    private var libraries: [String: Task<FermataApplication, any Error>] = [:]
    private var services: [ServicesKey: SubsonicServices] = [:]

    private struct ServicesKey: Hashable {
        let library: String?
        let age: Int?
    }

    /// `note` prints a line about a library that cannot be synced.
    init(_ served: FermataApplication, note: @escaping @Sendable (String) -> Void) {
        (self.served, self.note) = (served, note)
        files = FileAccountLibraryRepository(library: served.settings.library)
    }

    /// The use cases that reply to the apps of an account. Throws `LibraryError`.
    func services(for account: Account) async throws -> SubsonicServices {
        let key = ServicesKey(library: account.library, age: account.age)
        if let known = services[key] { return known }
        var library = served
        if let name = account.library { library = try await self.library(named: name) }
        let made = library.subsonicServices(for: account.listener(of: served.settings.listener))
        services[key] = made
        return made
    }

    /// Syncs the open libraries after each change of the served one, until the task is cancelled. Then closes them.
    func run() async throws {
        let result: Result<Void, any Error>
        do {
            for try await _ in served.changes.versions() {
                for library in libraries.values {
                    if let library = try? await library.value { await sync(library) }
                }
                try await served.clock.sleep.sleep(for: Self.pause)
            }
            result = .success(())
        } catch is CancellationError {
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for library in libraries.values { try await (try? library.value)?.close() }
        libraries = [:]
        try result.get()
    }

    /// Opens an own library once; one that could not be opened is tried again.
    private func library(named name: String) async throws -> FermataApplication {
        if let known = libraries[name] { return try await known.value }
        let opening = Task { try await open(name) }
        libraries[name] = opening
        do {
            return try await opening.value
        } catch {
            libraries[name] = nil
            throw error
        }
    }

    private func open(_ name: String) async throws -> FermataApplication {
        let library = try served.openAccount(try files.path(named: name))
        try library.openReaders(Self.readers)
        if try await library.sourceRepository.sources().isEmpty {
            let source = Source(
                name: Self.source, kind: LibraryKind.form.kind, address: served.settings.library,
                added: served.clock.now(), traits: LibraryKind.form.traits)
            try await library.sourceRepository.add(source)
        }
        await sync(library)
        return library
    }

    private func sync(_ library: FermataApplication) async {
        do {
            for try await case .result(let result) in library.syncSources.execute() {
                guard case .failed(let failure) = result.result else { continue }
                note("The library of an account was not synced: \(ProblemModel(failure).text)")
            }
        } catch is CancellationError {
            // The server stops.
        } catch {
            note("The library of an account was not synced: \(ProblemModel(error, for: .user).text)")
        }
    }
}

/// Follows the library that is served for the libraries of accounts.
struct AccountLibraryService: Service {
    let libraries: AccountLibraries

    func run() async throws { try await cancelWhenGracefulShutdown { try await libraries.run() } }
}
