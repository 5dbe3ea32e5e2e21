import FermataData
import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// The libraries of accounts: the one that is served, or one of the account's own, which has the served one as its
/// source.
///
/// An own library is created when its account first signs in. It is synced before its first use, and after changes of the
/// served one.
final class AccountLibraries: Sendable {
    private struct ServicesKey: Hashable {
        let library: String?
        let age: Int?
    }

    /// The use cases of a library for a listener.
    private struct Services {
        let subsonic: SubsonicServices
        let site: SiteDependencies
        let number: Int
    }

    private let served: FermataApplication
    private let own: OwnLibraries
    private let services = Mutex<[ServicesKey: Services]>([:])
    /// The number of use cases that were made.
    private let count = Atomic(0)

    /// `note` prints a line about a library that cannot be synced or was repaired.
    init(_ served: FermataApplication, note: @escaping @Sendable (String) -> Void) {
        self.served = served
        own = OwnLibraries(of: served, note: note)
    }

    /// What the server uses of them.
    var forServer: AccountServices {
        AccountServices(
            services: { try await self.services(for: $0).subsonic },
            site: {
                let services = try await self.services(for: $0)
                return (services.site, services.number)
            }, repair: repair, run: run)
    }

    /// The use cases that reply to the apps and the browsers of an account. Throws `LibraryError`.
    private func services(for account: Account) async throws -> Services {
        let key = ServicesKey(library: account.library, age: account.age)
        if let known = services.withLock({ $0[key] }) { return known }
        var library = served
        if let name = account.library { library = try await own.library(named: name) }
        let listener = account.listener(of: served.settings.listener)
        let made = Services(
            subsonic: library.subsonicServices(for: listener), site: library.siteDependencies(for: listener),
            number: count.add(1, ordering: .relaxed).newValue)
        return services.withLock { services in
            // Another request may have made them meanwhile.
            let kept = services[key] ?? made
            services[key] = kept
            return kept
        }
    }

    /// Closes and repairs a damaged own library; the next request opens it again. Returns whether a path is that of one.
    private func repair(libraryAt path: String) async -> Bool {
        guard let name = await own.repair(libraryAt: path) else { return false }
        forget { $0 == name }
        return true
    }

    /// Syncs the open libraries after each change of the served one, and closes those without an account, until the task
    /// is cancelled. Then closes all.
    private func run() async {
        while !Task.isCancelled {
            // The server reports and survives errors of the library that it serves.
            do { try await followServedLibrary() } catch {}
            try? await served.clock.sleep.sleep(for: Self.pause)
        }
        await own.close()
    }

    /// The shortest time between two syncs after changes.
    private static let pause = Duration.seconds(2)

    private func followServedLibrary() async throws {
        for try await _ in served.changes.versions() {
            let names = Set(try await served.accountRepository.accounts().compactMap(\.library))
            forget { !names.contains($0) }
            await own.sync(names)
            try await served.clock.sleep.sleep(for: Self.pause)
        }
    }

    /// Forgets the use cases of own libraries with some names.
    private func forget(_ isForgotten: (String) -> Bool) {
        services.withLock { services in
            services = services.filter { $0.key.library.map { !isForgotten($0) } ?? true }
        }
    }
}

/// The own libraries of accounts that are open.
private actor OwnLibraries {
    /// The name of the source in these libraries.
    private static let source = "Library"
    /// Enough for apps that request several covers and songs at once.
    private static let readers = 2
    private let served: FermataApplication
    private let files: FileAccountLibraryRepository
    private let note: @Sendable (String) -> Void
    /// A sync reads all songs through a reader that the pages use, too.
    private let limiter = TaskLimiter(1)
    private var libraries: [String: Task<FermataApplication, any Error>] = [:]
    /// The last failure of each library, which is noted once.
    private var failures: [String: String] = [:]
    private var isClosed = false

    init(of served: FermataApplication, note: @escaping @Sendable (String) -> Void) {
        (self.served, self.note) = (served, note)
        files = FileAccountLibraryRepository(library: served.settings.resolvedLibrary)
    }

    /// Opens a library once. One that could not be opened is opened again by the next call.
    func library(named name: String) async throws -> FermataApplication {
        if isClosed { throw CancellationError() }
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

    /// Syncs the open libraries with some names, and closes the others.
    func sync(_ names: Set<String>) async {
        for (name, opening) in libraries {
            guard let library = try? await opening.value else { continue }
            if names.contains(name) {
                await sync(library, named: name)
            } else {
                libraries[name] = nil
                try? await library.close()
            }
        }
    }

    /// Closes the library at a path and repairs its file. Returns its name; nil for another path.
    func repair(libraryAt path: String) async -> String? {
        for (name, opening) in libraries {
            guard let library = try? await opening.value, library.settings.library == path else { continue }
            libraries[name] = nil
            try? await library.close()
            await repair(library.settings)
            return name
        }
        return await repairClosed(libraryAt: path)
    }

    /// Repairs a library that could not be opened.
    private func repairClosed(libraryAt path: String) async -> String? {
        guard let name = files.name(ofLibraryAt: path) else { return nil }
        await repair(served.settings.with(library: path, listener: served.settings.listener))
        return name
    }

    private func repair(_ settings: Settings) async {
        do {
            guard try await settings.libraryFile(now: served.clock.now).repair() != nil else { return }
            note("Repaired the damaged library of an account: \(settings.library).")
        } catch {
            note("The library of an account is damaged. \(ProblemModel(error).text)")
        }
    }

    func close() async {
        isClosed = true
        for opening in libraries.values { opening.cancel() }
        for opening in libraries.values { try? await (try? opening.value)?.close() }
        libraries = [:]
    }

    private func open(_ name: String) async throws -> FermataApplication {
        let library = try await openFile(at: files.path(named: name))
        let sources = library.sourceRepository
        let source = Source(
            name: Self.source, kind: LibraryKind.form.kind, address: served.settings.resolvedLibrary,
            added: served.clock.now(), traits: LibraryKind.form.traits)
        if let known = try await sources.sources().first {
            // The served library may have been moved with the others.
            if known.address != source.address { try await sources.update(known.name, to: source) }
        } else {
            try await sources.add(source)
        }
        await sync(library, named: name)
        return library
    }

    /// Opening may migrate or repair the file, and must not delay the other accounts.
    private nonisolated func openFile(at path: String) async throws -> FermataApplication {
        let library = try served.openAccount(path)
        try library.openReaders(Self.readers)
        return library
    }

    private func sync(_ library: FermataApplication, named name: String) async {
        let failure = await failure(ofSyncing: library)
        if let failure, failure != failures[name] { note("The library of an account was not synced: \(failure)") }
        failures[name] = failure
    }

    /// Returns why a library could not be synced; nil if it could, or if the server stops.
    private nonisolated func failure(ofSyncing library: FermataApplication) async -> String? {
        do {
            return try await limiter.run {
                var failure: String?
                for try await case .result(let result) in library.syncSources.execute() {
                    if case .failed(let error) = result.result { failure = ProblemModel(error).text }
                    if let error = result.playlistsFailure { failure = ProblemModel(error).text }
                }
                return failure
            }
        } catch is CancellationError {
            return nil
        } catch {
            return ProblemModel(error).text
        }
    }
}
