package import AsyncHTTPClient
package import FermataData
import FermataDomain
import Foundation

/// Creates remote repositories by the kind of a source, the word that a person adds it with.
struct RemoteRepositories: Sendable {
    private let factories: [String: @Sendable (Source) throws -> any RemoteMusicRepository]
    private let playlistFactories: [String: @Sendable (Source) throws -> (any RemotePlaylistRepository)?]
    private let servers: SubsonicConnections

    init(
        _ settings: Settings, http: HTTPClientFactory, client: Lazy<HTTPClient>, servers: SubsonicConnections,
        clock: ProgramClock
    ) {
        let states = FolderStateCache()
        let network = NetworkGuard(
            connectTimeout: settings.timeouts.connect, pinned: { http.client(settings, addresses: [$0: $1]) })
        self.servers = servers
        factories = [
            Source.folderKind: { source in try FolderMusicRepository(folder: source.address, states: states) },
            "http": { source in
                try HTTPMusicRepository(
                    address: source.address, client: client.value, network: network,
                    userAgent: settings.userAgent, timeouts: settings.timeouts, clock: clock.sleep, now: clock.now)
            },
            Source.subsonicKind: { source in try SubsonicRepository(source, servers) },
        ]
        playlistFactories = [
            Source.folderKind: { source in try FolderPlaylistRepository(folder: source.address, states: states) },
            "http": { source in
                try source.playlists.map { address in
                    try HTTPPlaylistRepository(
                        address: address, catalogue: source.address, client: client.value, network: network,
                        userAgent: settings.userAgent, timeouts: settings.timeouts, clock: clock.sleep,
                        now: clock.now)
                }
            },
            Source.subsonicKind: { source in try SubsonicRepository(source, servers) },
        ]
    }

    /// Returns a source as the library stores it: the path of a folder is absolute and without `~`, and the address of a
    /// server has no folder of its endpoints. Throws `SourceError`.
    func prepared(_ source: Source) throws -> Source {
        var source = source
        if source.kind == Source.folderKind, !source.address.isEmpty {
            let path = NSString(string: source.address).expandingTildeInPath
            source.address = URL(filePath: path).standardizedFileURL.path
        }
        if source.kind == Source.subsonicKind { source.address = try SubsonicRepository.address(source.address) }
        _ = try repository(for: source)
        _ = try playlists(of: source)
        return source
    }

    /// Returns a new source as the library stores it.
    ///
    /// Throws `SourceError`, and `SourceFailure` unless the path of a folder leads to one.
    func preparedNew(_ source: Source) throws -> Source {
        let source = try prepared(source)
        if source.kind == Source.folderKind { try FolderMusicRepository.check(folder: source.address) }
        return source
    }

    /// Throws `SourceError`.
    func repository(for source: Source) throws -> any RemoteMusicRepository {
        guard let factory = factories[source.kind] else {
            throw SourceError.unknownKind(source.kind, known: factories.keys.sorted())
        }
        return try factory(source)
    }

    /// Returns nil for a source without playlists. Throws `SourceError`.
    func playlists(of source: Source) throws -> (any RemotePlaylistRepository)? {
        if source.kind != Source.catalogueKind, source.playlists != nil {
            throw SourceError.playlistsUnsupported(kind: source.kind)
        }
        return try playlistFactories[source.kind]?(source)
    }

    /// Returns nil for a source without stars. Throws `SourceError`.
    func stars(of source: Source) throws -> (any RemoteStarRepository)? { try server(of: source) }

    /// Returns nil for a source that counts no plays. Throws `SourceError`.
    func scrobbles(of source: Source) throws -> (any RemoteScrobbleRepository)? { try server(of: source) }

    /// Returns nil for a source that provides no lyrics on request. Throws `SourceError`.
    func lyrics(of source: Source) throws -> (any RemoteLyricsRepository)? { try server(of: source) }

    private func server(of source: Source) throws -> SubsonicRepository? {
        source.kind == Source.subsonicKind ? try SubsonicRepository(source, servers) : nil
    }
}

/// Makes HTTP clients. The application shuts them down.
package struct HTTPClientFactory: Sendable {
    /// A client; the hosts in `addresses` are resolved to these addresses.
    ///
    /// `certificates` are files of certificates to trust in addition to those of the system.
    package typealias Make =
        @Sendable (HTTPTimeouts, _ addresses: [String: String], _ certificates: [String]) -> HTTPClient
    package static let network = HTTPClientFactory {
        HTTPClient.fermata(timeouts: $0, addresses: $1, certificates: $2)
    }
    private let make: Make

    package init(_ make: @escaping Make) {
        self.make = make
    }

    /// `certificates` is trusted in addition to the certificates of the settings.
    func client(
        _ settings: Settings, addresses: [String: String] = [:], certificates: String? = nil
    ) -> HTTPClient {
        make(settings.timeouts, addresses, [settings.certificates, certificates].compactMap { $0 })
    }
}

/// Makes the geocoder that the settings name.
struct GeocoderFactory {
    /// The built-in gazetteer, or the settings' server with a rate limit and a cache.
    let geocoder: any Geocoder

    /// Throws `SettingsError` for the address of a server that cannot be used.
    init(_ settings: Settings, client: Lazy<HTTPClient>, library: SQLiteLibrary, clock: ProgramClock) throws {
        guard let server = settings.geocoder.url else {
            geocoder = GazetteerGeocoder()
            return
        }
        let nominatim: NominatimGeocoder
        do {
            nominatim = try NominatimGeocoder(
                server: server, language: settings.language, client: { client.value }, userAgent: settings.userAgent,
                deadline: settings.geocoder.timeout, clock: clock.sleep, now: clock.now)
        } catch {
            throw SettingsError.badValue(key: "geocoder.url", expected: "the URL of a Nominatim server, without a user")
        }
        // The library stores this name, so it excludes the query, which may contain a key.
        let name = String(server.prefix { $0 != "?" })
        let limited = RateLimitedGeocoder(
            nominatim, server: name, library: library, clock: clock.sleep, now: clock.now)
        geocoder = CachingGeocoder(
            limited, server: "\(name) \(settings.language ?? "")", library: library, now: clock.now)
    }
}
