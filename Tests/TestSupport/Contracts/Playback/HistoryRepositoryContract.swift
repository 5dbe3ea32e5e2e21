public import FermataDomain
import Foundation
import Testing

/// Makes a library with the content of a seed, and its history.
public typealias HistoryRepositoryFactory = ContractFactory<
    @Sendable (LibrarySeed) async throws -> (music: any LocalMusicRepository, history: any HistoryRepository)
>

/// The rules of every `HistoryRepository`.
public enum HistoryRepositoryContract {
    public typealias Rule = ContractRule<HistoryRepositoryFactory>
    private static let songs = [
        RemoteMusic(key: "1", title: "Changes", artist: "David Bowie", explicit: .clean),
        RemoteMusic(key: "2", title: "Jóga", artist: "Björk"),
        RemoteMusic(key: "3", title: "Hard Carry", artist: "GOT7", explicit: .explicit),
    ]

    private static func date(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }

    /// Plays all songs, the first one twice. The last two plays began in the same second.
    private static func library(
        _ factory: HistoryRepositoryFactory
    ) async throws -> (music: any LocalMusicRepository, history: any HistoryRepository) {
        let library = try await factory.make(LibrarySeed(songs))
        for (title, time) in [("Changes", 300.9), ("Jóga", 100), ("Hard Carry", 400.2), ("Changes", 400)] {
            try await library.history.add(Play(try await library.music.id(of: title), started: date(time)))
        }
        return library
    }

    public static let rules: [Rule] = [
        Rule("returns the plays with their songs, the last one first") { factory in
            let (_, history) = try await library(factory)
            let plays = try await history.plays(.all, allowing: .all)
            #expect(plays.map(\.song.title) == ["Changes", "Hard Carry", "Changes", "Jóga"])
            #expect(plays.map(\.started) == [date(400), date(400), date(300), date(100)])
        },
        Rule("returns a window of the plays that the filter allows") { factory in
            let (_, history) = try await library(factory)
            let plays = try await history.plays(Window(offset: 1, limit: 1), allowing: .notExplicit)
            #expect(plays.map(\.started) == [date(300)])
            #expect(try await history.plays(.all, allowing: .cleanOnly).map(\.song.title) == ["Changes", "Changes"])
            #expect(try await history.plays(Window(offset: 9, limit: 1), allowing: .all) == [])
        },
        Rule("counts the plays of each song, and orders songs by them") { factory in
            let (music, _) = try await library(factory)
            let songs = try await music.results(of: MusicQuery(order: .plays))
            #expect(songs.map(\.title) == ["Changes", "Hard Carry", "Jóga"])
            #expect(songs.map(\.plays) == [2, 1, 1])
            #expect(songs.map(\.lastPlayed) == [date(400), date(400), date(100)])
            let first = MusicQuery(order: .played, isReversed: true, window: Window(limit: 1))
            #expect(try await music.results(of: first).map(\.title) == ["Jóga"])
        },
        Rule("counts the plays of a song that returns to the library") { factory in
            let (music, _) = try await library(factory)
            _ = try await music.refresh("radio", with: Array(songs.dropFirst()))
            _ = try await music.refresh("radio", with: songs)
            #expect(try await music.results(of: MusicQuery(text: "changes")).map(\.plays) == [2])
        },
        Rule("returns the specified results of every query among played songs") { factory in
            let (music, history) = try await factory.make(LibrarySeed(SampleMusic.all))
            for (number, song) in try await music.all().enumerated() where number % 3 != 0 {
                for play in 0..<number % 5 {
                    try await history.add(Play(song.id, started: date(Double(number * 7 % 11 + play))))
                }
                if number.isMultiple(of: 4) { _ = try await music.setBookmark(true, of: song.id) }
            }
            let all = try await music.all()
            #expect(all.contains { $0.plays > 1 } && all.contains { $0.plays == 0 })
            for query in MusicQueries.all {
                #expect(try await music.results(of: query) == query.results(from: all), "\(query)")
                #expect(try await music.count(query) == all.count(where: query.matches), "\(query)")
            }
        },
        Rule("counts the plays that the filter allows") { factory in
            let (music, history) = try await library(factory)
            #expect(try await history.count(allowing: .all) == 4)
            #expect(try await history.count(allowing: .notExplicit) == 3)
            _ = try await music.refresh("radio", with: Array(songs.dropFirst()))
            #expect(try await history.count(allowing: .all) == 2)
        },
        Rule("stores a play once that is added twice") { factory in
            let (music, history) = try await library(factory)
            for _ in 1...2 {
                try await history.add(Play(try await music.id(of: "Changes"), started: date(300.1)))
                try await history.add(Play(try await music.id(of: "Changes"), started: date(500)))
            }
            let plays = try await history.plays(.all, allowing: .all)
            #expect(plays.map(\.started) == [date(500), date(400), date(400), date(300), date(100)])
            #expect(try await music.results(of: MusicQuery(text: "changes")).map(\.plays) == [3])
        },
        Rule("hides the plays of songs that have left the library, until they return") { factory in
            let (music, history) = try await library(factory)
            _ = try await music.refresh("radio", with: Array(songs.dropFirst()))
            #expect(try await history.plays(.all, allowing: .all).map(\.song.title) == ["Hard Carry", "Jóga"])
            _ = try await music.refresh("radio", with: songs)
            #expect(try await history.plays(.all, allowing: .all).count == 4)
        },
    ]
}

extension MusicRepository {
    func id(of title: String) async throws -> MusicID {
        try #require(try await all().first { $0.title == title }).id
    }
}
