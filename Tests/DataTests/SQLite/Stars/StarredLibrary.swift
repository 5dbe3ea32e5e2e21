import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

/// A library whose sources store stars and ratings, with the songs `a` to `e` in each source.
///
/// The sources share their songs if `isShared` is true.
struct StarredLibrary {
    static let keys = ["a", "b", "c", "d", "e"]
    let path: String
    let file: SQLiteLibrary
    let music: SQLiteMusicRepository
    let sources: SQLiteSourceRepository
    let stars: SQLiteStarRepository
    let ratings: SQLiteRatingRepository
    let scrobbles: SQLiteScrobbleRepository
    let time = TestTime()

    init(_ names: [String] = ["home"], isShared: Bool = false) async throws {
        try self.init(path: TemporaryFolder().path("library.sqlite"))
        for name in names {
            try await sources.add(Source(name: name, kind: "test", address: "test:\(name)", added: time.now))
            _ = try await music.refresh(name, with: Self.songs(of: isShared ? "" : name))
        }
    }

    /// Opens a library again, as another program does.
    init(path: String) throws {
        let time = time
        self.path = path
        file = try SQLiteLibrary(path: path, patience: .seconds(60))
        music = SQLiteMusicRepository(library: file, now: { time.now })
        sources = SQLiteSourceRepository(library: file)
        stars = SQLiteStarRepository(library: file)
        ratings = SQLiteRatingRepository(library: file)
        scrobbles = SQLiteScrobbleRepository(library: file, now: { time.now })
    }

    static func songs(of source: String, _ keys: [String] = keys) -> [RemoteMusic] {
        keys.map {
            RemoteMusic(
                key: $0, title: "\($0) \(source)", artist: "Various", duration: .seconds(60), needsKey: true)
        }
    }

    /// Syncs the songs of `home`, which states ratings; each call changes all records.
    func refresh(_ ratings: [String: Rating?]) async throws { try await refresh("home", ratings) }

    /// Syncs the songs of a source that states ratings; each call changes all records.
    func refresh(_ source: String, _ ratings: [String: Rating?], isShared: Bool = false) async throws {
        time.advance(by: 1)
        let songs = Self.songs(of: isShared ? "" : source).map { song in
            var song = song
            song.track = Int(time.now.timeIntervalSince1970) % 1_000_000
            song.rating = ratings[song.key] ?? nil
            return song
        }
        _ = try await music.refresh(source, with: songs)
    }

    func sync(_ source: String, _ remote: any RemoteStarRepository) async throws -> SyncSummary {
        try await StarSync(stars: stars).run(source, remote)
    }

    func set(_ isBookmarked: Bool, _ keys: [String], source: String = "home") async throws {
        _ = try await music.setBookmark(isBookmarked, of: keys.map { MusicID(source: source, key: $0) })
    }

    func rate(_ rating: Rating?, _ keys: [String], source: String = "home") async throws {
        _ = try await music.setRating(rating, of: keys.map { MusicID(source: source, key: $0) })
    }

    /// The ratings by the first letters of the songs' titles.
    var rated: [String: Int] {
        get async throws {
            let songs = try await music.all().compactMap { song in
                song.rating.map { (song.title.prefix(1), $0.rawValue) }
            }
            return Dictionary(uniqueKeysWithValues: songs.map { (String($0), $1) })
        }
    }

    /// Begins a delivery of the changes that wait for `home`.
    func begin() async throws -> [StarChange] {
        try await stars.beginDelivery(to: "home", after: nil, limit: 9)
    }

    /// Ends a delivery to `home`.
    func end(delivered: [StarChange], failed: [StarChange] = [], missing: Set<String> = []) async throws {
        var delivery = StarDelivery()
        (delivery.delivered, delivery.failed, delivery.missing) = (delivered, failed, missing)
        try await stars.endDelivery(delivery, to: "home")
    }

    /// Plays a song some seconds after the library's time.
    func play(_ key: String, source: String = "home", after seconds: TimeInterval = 0) async throws {
        let id = MusicID(source: source, key: key)
        try await SQLiteHistoryRepository(library: file).add(Play(id, started: time.now + seconds))
    }

    /// The first letters of the bookmarked songs' titles, in order.
    var bookmarked: String {
        get async throws {
            try await music.results(of: MusicQuery(bookmarkedOnly: true, order: .title)).map { $0.title.prefix(1) }
                .joined()
        }
    }

    /// The count of a source's unsent changes.
    func waiting(_ source: String = "home") async throws -> Int {
        try await stars.waiting().first { $0.source == source }?.count ?? 0
    }
}

extension InMemoryRemoteStarRepository {
    /// A source that has the songs of `StarredLibrary`.
    static func withSongs(starred: Set<String> = []) -> InMemoryRemoteStarRepository {
        InMemoryRemoteStarRepository(songs: Set(StarredLibrary.keys), starred: starred)
    }
}
