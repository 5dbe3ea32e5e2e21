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
    private let folder: ArtworkCacheFolder
    private let now: @Sendable () -> Date
    private var fetches: [String: Task<ArtworkImage?, any Error>] = [:]
    private var failures: ArtworkFailureCache
    private var semaphore = LIFOSemaphore(concurrentFetchLimit, waitingLimit: waitingLimit)
    /// Bytes stored since the folder's size was last computed; nil before that.
    private var addedBytes: Int?

    /// Creates a cache of about `byteLimit` bytes. A failure is thrown again for `pause` seconds.
    public init(
        _ source: any ArtworkRepository, folder: URL, byteLimit: Int = 256 << 20, pause: TimeInterval = 300,
        now: @escaping @Sendable () -> Date
    ) {
        self.source = source
        self.folder = ArtworkCacheFolder(path: folder.path, byteLimit: byteLimit)
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
        guard await acquire() else {
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

    /// Waits for the semaphore, and returns false if too many newer requests wait.
    private func acquire() async -> Bool {
        if semaphore.tryAcquire() { return true }
        return await withCheckedContinuation { semaphore.wait($0) }
    }
}
