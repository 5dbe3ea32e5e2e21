public import Foundation

/// Gets what the home page shows: the queue to continue, and albums and genres to choose from.
public struct GetHomeUsecase: Sendable {
    /// The number of albums in each row, and of genres.
    public static let limit = 12
    /// The random albums change after this many seconds.
    private static let shuffleInterval: TimeInterval = 3_600
    private let getAlbums: GetAlbumsUsecase
    private let control: ControlPlayerUsecase
    private let now: @Sendable () -> Date

    public init(
        getAlbums: GetAlbumsUsecase, control: ControlPlayerUsecase, now: @escaping @Sendable () -> Date
    ) {
        (self.getAlbums, self.control, self.now) = (getAlbums, control, now)
    }

    /// Returns the content of the home page. The random albums are the same for all requests within an hour.
    public func execute() async throws -> Home {
        let seed = UInt64(max(0, now().timeIntervalSince1970 / Self.shuffleInterval))
        let random = try await albums(.random(seed: seed))
        guard !random.isEmpty else { return Home(nowPlaying: try await nowPlaying(), seed: seed) }
        return Home(
            nowPlaying: try await nowPlaying(), added: try await albums(.added),
            mostPlayed: try await albums(.plays).filter { $0.plays > 0 },
            genres: try await getAlbums.genres(window: Window(limit: Self.limit)), random: random, seed: seed)
    }

    private func albums(_ order: AlbumOrder) async throws -> [Album] {
        let query = AlbumQuery(order: order, window: Window(limit: Self.limit))
        var albums: [Album] = []
        for try await batch in getAlbums.batches(of: query) { albums += batch }
        return albums
    }

    /// The status with its current song; nil without one. A player that does not respond does not hide the page.
    private func nowPlaying() async throws -> NowPlaying? {
        do {
            let nowPlaying = try await control.status()
            return nowPlaying.song == nil ? nil : nowPlaying
        } catch is PlayerError {
            return nil
        }
    }
}

/// The content of the home page.
public struct Home: Equatable, Sendable {
    /// The player's status, or that of the stored queue; nil without a current song that the listener may see.
    public var nowPlaying: NowPlaying?
    /// The albums that were added last.
    public var added: [Album]
    /// The albums that were played most, without those that were never played.
    public var mostPlayed: [Album]
    /// The genres with most songs.
    public var genres: [Genre]
    public var random: [Album]
    /// The seed of the order of the random albums.
    public var seed: UInt64

    public init(
        nowPlaying: NowPlaying? = nil, added: [Album] = [], mostPlayed: [Album] = [], genres: [Genre] = [],
        random: [Album] = [], seed: UInt64 = 0
    ) {
        (self.nowPlaying, self.added, self.mostPlayed) = (nowPlaying, added, mostPlayed)
        (self.genres, self.random, self.seed) = (genres, random, seed)
    }
}
