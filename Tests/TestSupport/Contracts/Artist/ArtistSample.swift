package import FermataDomain
import Testing

/// A library with an artist whose tracks differ in every order and in explicitness.
package enum ArtistSample {
    package static let artist = "David Bowie"

    /// One of the tracks spells the artist's name differently.
    package static let music: [RemoteMusic] = [
        RemoteMusic(
            key: "1", title: "Changes", artist: artist, album: "Hunky Dory", duration: .seconds(217),
            audioURL: "https://example.org/1.mp3", explicit: .clean, popularity: 80,
            released: ReleaseDate(year: 1971, month: 12, day: 17)),
        RemoteMusic(
            key: "2", title: "Fame", artist: artist, audioURL: "https://example.org/2.mp3", explicit: .explicit,
            popularity: 61.5, released: ReleaseDate(year: 1975)),
        RemoteMusic(
            key: "3", title: "Starman", artist: artist, audioURL: "https://example.org/3.mp3", explicit: .clean,
            popularity: 90, released: ReleaseDate(year: 1972, month: 6)),
        RemoteMusic(key: "4", title: "ashes to ashes", artist: "DAVID BOWIE", released: ReleaseDate(year: 1980)),
        RemoteMusic(key: "5", title: "Zion", artist: artist, audioURL: "https://example.org/5.mp3"),
        RemoteMusic(key: "6", title: "Hyperballad", artist: "Björk", audioURL: "https://example.org/6.mp3"),
    ]

    package static func library(time: TestTime = TestTime()) async throws -> InMemoryMusicRepository {
        let repository = InMemoryMusicRepository { time.now }
        try await LibrarySeed(music).fill(repository, repository, time: time)
        return repository
    }
}

extension MusicRepository {
    /// Returns the first song with a title. Throws if there is none.
    package func music(called title: String) async throws -> Music {
        try #require(try await all().first { $0.title == title })
    }
}
