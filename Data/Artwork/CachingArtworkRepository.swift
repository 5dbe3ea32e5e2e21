internal import Crypto
public import FermataDomain
public import Foundation

/// Keeps pictures in a folder, so that each is fetched once and is there without a network.
///
/// What could not be fetched is left alone for a while. The folder may be removed at any time.
public actor CachingArtworkRepository: ArtworkRepository {
    private static let failuresLimit = 1_000
    private let source: any ArtworkRepository
    private let folder: PictureFolder
    private let pause: TimeInterval
    private let now: @Sendable () -> Date
    private var fetches: [String: Task<Picture?, any Error>] = [:]
    private var failures: [String: (failure: SourceFailure, time: Date)] = [:]

    /// The folder holds no more than so many bytes for long; a failure is told again for `pause` seconds.
    public init(
        _ source: any ArtworkRepository, folder: URL, byteLimit: Int = 256 << 20, pause: TimeInterval = 300,
        now: @escaping @Sendable () -> Date
    ) {
        self.source = source
        self.folder = PictureFolder(path: folder.path, byteLimit: byteLimit)
        self.pause = pause
        self.now = now
    }

    /// Asked for several times at once, it is fetched once, and to the end even where nobody waits for it any more.
    public func picture(of music: Music) async throws -> Picture? {
        guard let address = music.artworkURL else { return nil }
        let key = SHA256.hash(data: Data(address.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
        if let known = failures[key], now().timeIntervalSince(known.time) < pause { throw known.failure }
        if let fetch = fetches[key] { return try await fetch.value }
        let fetch = Task { try await find(music, key) }
        fetches[key] = fetch
        defer { fetches[key] = nil }
        do {
            let picture = try await fetch.value
            failures[key] = nil
            return picture
        } catch let failure as SourceFailure {
            if failures.count >= Self.failuresLimit { failures.removeAll() }
            failures[key] = (failure, now())
            throw failure
        }
    }

    private nonisolated func find(_ music: Music, _ key: String) async throws -> Picture? {
        if let kept = try await Waiting.run({ [folder] in folder.picture(named: key) }) { return kept }
        guard let picture = try await source.picture(of: music) else { return nil }
        try await Waiting.run { [folder] in folder.keep(picture, named: key) }
        return picture
    }
}
