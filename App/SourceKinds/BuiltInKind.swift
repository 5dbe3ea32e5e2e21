import AsyncHTTPClient
import FermataData
import FermataDomain

/// A kind of source that is part of the program.
struct BuiltInKind: Sendable {
    let form: SourceForm
    let make: @Sendable (SourceKindDependencies) -> any SourceKind

    init(_ form: SourceForm, _ make: @escaping @Sendable (SourceKindDependencies) -> any SourceKind) {
        (self.form, self.make) = (form, make)
    }

    /// The kinds of sources, one line for each. Of those that an address without a kind matches, the first is used.
    static let all = [
        BuiltInKind(HTTPKind.form) { $0.catalogues },
        BuiltInKind(SubsonicKind.form) { $0.musicServers },
        BuiltInKind(FileKind.form) { FileKind(clock: $0.clock.sleep) },
        BuiltInKind(LibraryKind.form) { $0.libraries },
        BuiltInKind(FolderKind.form) { FolderKind(clock: $0.clock.sleep) },
        BuiltInKind(CommandKind.form) { CommandKind(environment: $0.settings.environment, clock: $0.clock.sleep) },
    ]

    /// How people write the built-in kinds.
    static var forms: [SourceForm] { all.map(\.form) }
}

/// The kinds of sources of the running program, for help, which the argument parser builds in static members.
enum KnownKinds {
    @TaskLocal static var forms = BuiltInKind.forms
}

/// What the kinds of sources are made from.
struct SourceKindDependencies: Sendable {
    let settings: Settings
    let client: @Sendable () -> HTTPClient
    /// Makes a client that also trusts the certificates of a file.
    let trustingClient: @Sendable (_ certificates: String) -> HTTPClient
    let network: NetworkGuard
    let sources: any SourceRepository
    let credentials: any SourceCredentialsRepository
    /// Opens another library on this computer.
    let openLibrary: @Sendable (_ path: String) throws -> SharedLibrary
    let clock: ProgramClock
    /// Returns random text for the tokens of passwords.
    let salt: @Sendable () -> String

    fileprivate var catalogues: HTTPKind {
        HTTPKind(
            client: client, network: network, userAgent: settings.userAgent,
            timeouts: settings.timeouts, clock: clock.sleep, now: clock.now)
    }

    fileprivate var libraries: LibraryKind { LibraryKind(of: sources, at: settings.library, open: openLibrary) }

    fileprivate var musicServers: SubsonicKind {
        let connections = SubsonicConnections(
            credentials: credentials, http: client, trusting: trustingClient, userAgent: settings.userAgent,
            timeouts: settings.timeouts, retries: settings.retries, clock: clock.sleep, now: clock.now, salt: salt)
        return SubsonicKind(
            sources: sources, connections, timeouts: settings.timeouts,
            byteLimit: Int64(settings.downloads.maximumBytes), clock: clock.sleep, now: clock.now)
    }
}
