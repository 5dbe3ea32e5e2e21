import Crypto
public import FermataDomain
public import Foundation

/// Caches pictures in a folder, so that each is downloaded once and is available offline.
///
/// A failed picture is not requested again for some time. The folder may be removed at any time.
public actor CachingArtworkRepository: ArtworkRepository {
    private static let concurrentFetchLimit = 6
    /// About as many as a person scrolls past while one picture is downloaded.
    private static let waitingLimit = 64
    /// The folder may grow by this fraction of its limit before its size is computed again.
    private static let slack = 16
    private let source: any ArtworkRepository
    private let folder: CacheFolder
    private let now: @Sendable () -> Date
    private var fetches: [String: Task<ArtworkImage?, any Error>] = [:]
    private var failures: ArtworkFailureCache
    private let semaphore = LIFOSemaphore(concurrentFetchLimit, waitingLimit: waitingLimit)
    /// Bytes stored since the folder's size was last computed; nil before that.
    private var addedBytes: Int?

    /// Creates a cache of about `byteLimit` bytes. A failure is thrown again for `pause` seconds.
    public init(
        _ source: any ArtworkRepository, folder: URL, byteLimit: Int = 256 << 20, pause: TimeInterval = 300,
        now: @escaping @Sendable () -> Date
    ) {
        self.source = source
        self.folder = CacheFolder(path: folder.path, byteLimit: byteLimit)
        failures = ArtworkFailureCache(pause: pause)
        self.now = now
    }

    /// Returns the cached or downloaded picture of a song; nil if it has none.
    ///
    /// Concurrent requests for one picture share one download, which continues even if all of them are cancelled. The
    /// number of concurrent downloads is limited, and the newest waiting one starts first. If too many wait, the oldest
    /// fails with a `SourceFailure` that is not remembered.
    public func artwork(of music: Music) async throws -> ArtworkImage? {
        guard let address = music.artworkURL else { return nil }
        let key = ArtworkCacheKey(address: address, sources: music.sources)
        if let fetch = fetches[key.picture] { return try await fetch.value }
        let fetch = Task { try await self.fetch(music, key) }
        fetches[key.picture] = fetch
        defer { fetches[key.picture] = nil }
        return try await fetch.value
    }

    /// Returns the cached picture, throws a remembered failure, or downloads the picture.
    private func fetch(_ music: Music, _ key: ArtworkCacheKey) async throws -> ArtworkImage? {
        if let cached = try await BlockingIO.run({ [folder] in folder.picture(named: key.name) }) { return cached }
        // A known failure must not wait for a permit.
        if let failure = failures.failure(of: key, at: now()) { throw failure }
        guard await semaphore.acquire() else {
            throw SourceFailure(.superseded, address: music.title)
        }
        defer { semaphore.release() }
        // Other pictures of the host may have failed meanwhile.
        if let failure = failures.failure(of: key, at: now()) { throw failure }
        do {
            let picture = try await source.artwork(of: music)
            failures.forget(key)
            if let picture { try await store(picture, named: key.name) }
            return picture
        } catch let failure as SourceFailure {
            failures.remember(failure, of: key, at: now())
            throw failure
        }
    }

    private func store(_ picture: ArtworkImage, named name: String) async throws {
        let isDue = addedBytes.map { $0 + picture.bytes.count > folder.byteLimit / Self.slack } ?? true
        addedBytes = isDue ? picture.bytes.count : (addedBytes ?? 0) + picture.bytes.count
        try await BlockingIO.run { [folder] in
            if isDue { folder.makeRoom(for: picture.bytes.count) }
            folder.store(picture, named: name)
        }
    }
}

/// Remembers recent failures, so that a failed picture is not requested again for some time.
struct ArtworkFailureCache {
    private static let limit = 1_000
    /// The number of consecutive connection failures after which a host's pictures are no longer requested.
    private static let hostFailureLimit = 6
    private let pause: TimeInterval
    private var pictures: [String: (failure: SourceFailure, time: Date)] = [:]
    private var hosts: [String: (count: Int, failure: SourceFailure, time: Date)] = [:]

    /// Creates a cache that returns a failure for `pause` seconds.
    init(pause: TimeInterval) {
        self.pause = pause
    }

    /// Returns the remembered failure of a picture or its host; nil if the picture may be requested.
    func failure(of key: ArtworkCacheKey, at now: Date) -> SourceFailure? {
        if let picture = pictures[key.picture], now.timeIntervalSince(picture.time) < pause { return picture.failure }
        guard let host = hosts[key.host], host.count >= Self.hostFailureLimit,
            now.timeIntervalSince(host.time) < pause
        else { return nil }
        return host.failure
    }

    /// Remembers a failure. Evicts everything when full.
    mutating func remember(_ failure: SourceFailure, of key: ArtworkCacheKey, at now: Date) {
        if pictures.count >= Self.limit { pictures.removeAll() }
        pictures[key.picture] = (failure, now)
        guard failure.kind == .unreachable, !failure.cause.hasResponse else { return forgetHost(of: key) }
        if hosts.count >= Self.limit { hosts.removeAll() }
        hosts[key.host] = ((hosts[key.host]?.count ?? 0) + 1, failure, now)
    }

    /// Forgets the failures of a downloaded picture and its host.
    mutating func forget(_ key: ArtworkCacheKey) {
        pictures[key.picture] = nil
        forgetHost(of: key)
    }

    /// Forgets a host's failures, because any response shows that it is reachable.
    private mutating func forgetHost(of key: ArtworkCacheKey) { hosts[key.host] = nil }
}

extension CacheFolder {
    /// Returns a cached picture; nil if there is none or its file is not a picture.
    func picture(named name: String) -> ArtworkImage? {
        FileManager.default.contents(atPath: file(named: name)).flatMap { ArtworkImage($0) }
    }

    /// Writes a picture atomically. If that fails, the picture is not cached, and downloaded again.
    func store(_ picture: ArtworkImage, named name: String) {
        do {
            try create()
            try picture.bytes.write(to: URL(filePath: file(named: name)), options: .atomic)
        } catch {
            return
        }
    }
}

/// Identifies a picture and its host in the caches.
struct ArtworkCacheKey {
    /// The picture's file name.
    let name: String
    /// The picture and the sources of its song, because a server may refuse one source and allow another.
    let picture: String
    /// The host, its port and the same sources.
    let host: String

    init(address: String, sources: [String]) {
        name = SHA256.hash(data: Data(address.utf8)).hexadecimal
        picture = ([name] + sources).joined(separator: " ")
        let url = URLComponents(string: address)
        let port = url?.port.map { ":\($0)" } ?? ""
        host = (["\(url?.scheme ?? "")://\(url?.host ?? "")\(port)"] + sources).joined(separator: " ")
    }
}
