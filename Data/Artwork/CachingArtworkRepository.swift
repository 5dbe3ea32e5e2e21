public import FermataDomain
public import Foundation

/// Keeps pictures in a folder, so that each is fetched once and is there without a network.
///
/// What could not be fetched is left alone for a while. The folder may be removed at any time.
public actor CachingArtworkRepository: ArtworkRepository {
    private static let fetchesLimit = 6
    /// About as many as a person scrolls past while one is fetched.
    private static let waitingLimit = 64
    /// The part of the limit by which the folder may grow before it is looked through again.
    private static let slack = 16
    private let source: any ArtworkRepository
    private let folder: ArtworkCacheFolder
    private let now: @Sendable () -> Date
    private var fetches: [String: Task<ArtworkImage?, any Error>] = [:]
    private var failures: ArtworkFailureCache
    private var places = LIFOSemaphore(fetchesLimit, waitingLimit: waitingLimit)
    /// Bytes that were kept since the folder was looked through; nil before that.
    private var added: Int?

    /// The folder holds no more than so many bytes for long; a failure is told again for `pause` seconds.
    public init(
        _ source: any ArtworkRepository, folder: URL, byteLimit: Int = 256 << 20, pause: TimeInterval = 300,
        now: @escaping @Sendable () -> Date
    ) {
        self.source = source
        self.folder = ArtworkCacheFolder(path: folder.path, byteLimit: byteLimit)
        failures = ArtworkFailureCache(pause: pause)
        self.now = now
    }

    /// Asked for several times at once, it is fetched once, and to the end even where nobody waits for it any more.
    ///
    /// Only some are fetched side by side; of those that wait, the newest comes first. Where too many wait, the oldest
    /// is given up with a `SourceFailure` that is not remembered.
    public func picture(of music: Music) async throws -> ArtworkImage? {
        guard let address = music.artworkURL else { return nil }
        let key = ArtworkCacheKey(address: address, sources: music.sources)
        if let kept = try await BlockingIO.run({ [folder] in folder.picture(named: key.name) }) { return kept }
        if let known = failures.failure(of: key, at: now()) { throw known }
        if let fetch = fetches[key.picture] { return try await fetch.value }
        let fetch = Task { try await self.fetch(music, key) }
        fetches[key.picture] = fetch
        defer { fetches[key.picture] = nil }
        return try await fetch.value
    }

    private func fetch(_ music: Music, _ key: ArtworkCacheKey) async throws -> ArtworkImage? {
        guard await hasPlace() else {
            throw SourceFailure(
                .unreachable, address: music.title, reason: "too many other pictures were asked for after its own")
        }
        defer { places.giveBack() }
        // The host may have been given up meanwhile.
        if let known = failures.failure(of: key, at: now()) { throw known }
        do {
            let picture = try await source.picture(of: music)
            failures.forget(key)
            if let picture { try await keep(picture, named: key.name) }
            return picture
        } catch let failure as SourceFailure {
            failures.note(failure, of: key, at: now())
            throw failure
        }
    }

    private func keep(_ picture: ArtworkImage, named name: String) async throws {
        let isFull = added.map { $0 + picture.bytes.count > folder.byteLimit / Self.slack } ?? true
        added = isFull ? picture.bytes.count : (added ?? 0) + picture.bytes.count
        try await BlockingIO.run { [folder] in
            if isFull { folder.makeRoom(for: picture.bytes.count) }
            folder.keep(picture, named: name)
        }
    }

    /// Waits for a place; false where others came before.
    private func hasPlace() async -> Bool {
        if places.takeFree() { return true }
        return await withCheckedContinuation { places.wait($0) }
    }
}
