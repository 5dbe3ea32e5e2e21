/// Gets songs that go well with an artist.
public struct GetSimilarMusicUsecase: Sendable {
    /// The largest number of related artists whose songs are chosen.
    private static let artistLimit = 20
    private let music: any MusicRepository
    private let artists: any ArtistRepository
    private let listener: Listener

    public init(music: any MusicRepository, artists: any ArtistRepository, listener: Listener) {
        (self.music, self.artists, self.listener) = (music, artists, listener)
    }

    /// Returns the artists that share playlists with an artist, closest first.
    public func artists(relatedTo artist: String, limit: Int) async throws -> [RelatedArtist] {
        try await artists.relatedArtists(to: artist, allowing: listener.filter, limit: limit)
    }

    /// Returns at most `count` songs of an artist and of the related ones: of each the most popular song, the closest
    /// artist first, then of each the second one, and so on.
    public func execute(of artist: String, count: Int) async throws -> [Music] {
        let related = try await artists(relatedTo: artist, limit: Self.artistLimit).map(\.artist.name)
        var songs: [[Music]] = []
        for name in [artist] + related {
            let query = MusicQuery(
                artist: name, order: .popular, explicit: listener.filter, window: Window(limit: count))
            var found: [Music] = []
            for try await batch in music.batches(of: query) { found += batch }
            songs.append(found)
        }
        var (chosen, known): ([Music], Set<MusicID>) = ([], [])
        for place in 0..<(songs.map(\.count).max() ?? 0) where chosen.count < count {
            for list in songs where place < list.count && known.insert(list[place].id).inserted {
                chosen.append(list[place])
            }
        }
        return Array(chosen.prefix(count))
    }
}
