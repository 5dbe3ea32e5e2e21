internal import Crypto
public import FermataDomain
public import Foundation

/// Keeps pictures in a folder, so that each is fetched once and is there without a network.
///
/// What could not be fetched is left alone for a while. The folder may be removed at any time.
public actor CachingArtworkRepository: ArtworkRepository {
    private static let failuresLimit = 1_000
    private static let fetchesLimit = 6
    /// The part of the limit by which the folder may grow before it is looked through again.
    private static let slack = 16
    private let source: any ArtworkRepository
    private let folder: PictureFolder
    private let pause: TimeInterval
    private let now: @Sendable () -> Date
    private var fetches: [String: Task<Picture?, any Error>] = [:]
    private var failures: [String: (failure: SourceFailure, time: Date)] = [:]
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// Bytes that were kept since the folder was looked through; nil before that.
    private var added: Int?

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
    ///
    /// Only some are fetched side by side.
    public func picture(of music: Music) async throws -> Picture? {
        guard let address = music.artworkURL else { return nil }
        let name = Self.name(of: address)
        if let kept = try await Waiting.run({ [folder] in folder.picture(named: name) }) { return kept }
        // What one source may not ask for, another may.
        let key = ([name] + music.sources).joined(separator: " ")
        if let known = failures[key], now().timeIntervalSince(known.time) < pause { throw known.failure }
        if let fetch = fetches[key] { return try await fetch.value }
        let fetch = Task { try await self.fetch(music, name) }
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

    private func fetch(_ music: Music, _ name: String) async throws -> Picture? {
        await begin()
        defer { end() }
        guard let picture = try await source.picture(of: music) else { return nil }
        let isFull = added.map { $0 + picture.bytes.count > folder.byteLimit / Self.slack } ?? true
        added = isFull ? picture.bytes.count : (added ?? 0) + picture.bytes.count
        try await Waiting.run { [folder] in
            if isFull { folder.makeRoom(for: picture.bytes.count) }
            folder.keep(picture, named: name)
        }
        return picture
    }

    private func begin() async {
        if running < Self.fetchesLimit {
            running += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Hands the place on to who waits first.
    private func end() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }

    private static func name(of address: String) -> String {
        SHA256.hash(data: Data(address.utf8)).hexadecimal
    }
}
