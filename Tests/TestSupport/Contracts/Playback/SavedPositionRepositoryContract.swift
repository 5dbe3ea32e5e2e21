public import FermataDomain
import Foundation
import Testing

/// Makes a library with the content of a seed, and positions in its songs.
public typealias SavedPositionRepositoryFactory = ContractFactory<
    @Sendable (LibrarySeed) async throws -> (music: any LocalMusicRepository, positions: any SavedPositionRepository)
>

/// The rules of every `SavedPositionRepository`.
public enum SavedPositionRepositoryContract {
    public typealias Rule = ContractRule<SavedPositionRepositoryFactory>
    private static let songs = [
        RemoteMusic(key: "1", title: "One", explicit: .clean), RemoteMusic(key: "2", title: "Two", explicit: .explicit),
    ]

    private static func date(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }

    public static let rules: [Rule] = [
        Rule("returns the positions with their songs, the one saved last first") { factory in
            let (music, positions) = try await factory.make(LibrarySeed(songs))
            let (one, two) = (try await music.id(of: "One"), try await music.id(of: "Two"))
            #expect(try await positions.positions(allowing: .all).isEmpty)
            try await positions.save(.milliseconds(1_500), in: one, comment: "하나", at: date(1.9))
            try await positions.save(.seconds(2), in: two, comment: "", at: date(1))
            let saved = try await positions.positions(allowing: .all)
            #expect(saved.map(\.song.title) == ["Two", "One"] && saved.map(\.comment) == ["", "하나"])
            #expect(saved.map(\.position) == [.seconds(2), .milliseconds(1_500)])
            #expect(saved.map(\.changed) == [date(1), date(1)])
            #expect(try await positions.positions(allowing: .notExplicit).map(\.song.title) == ["One"])
        },
        Rule("replaces the position in a song, which keeps the time when it was created") { factory in
            let (music, positions) = try await factory.make(LibrarySeed(songs))
            let (one, two) = (try await music.id(of: "One"), try await music.id(of: "Two"))
            try await positions.save(.seconds(1), in: one, comment: "a", at: date(1))
            try await positions.save(.seconds(1), in: two, comment: "a", at: date(2))
            try await positions.save(.seconds(3), in: one, comment: "b", at: date(3))
            let saved = try await positions.positions(allowing: .all)
            #expect(saved.map(\.song.title) == ["One", "Two"] && saved[0].comment == "b")
            #expect((saved[0].created, saved[0].changed, saved[0].position) == (date(1), date(3), .seconds(3)))
            try await positions.remove(from: one)
            try await positions.remove(from: one)
            #expect(try await positions.positions(allowing: .all).map(\.song.title) == ["Two"])
        },
        Rule("shows the position in a song again that has left the library and returns") { factory in
            let (music, positions) = try await factory.make(LibrarySeed(songs))
            try await positions.save(.seconds(1), in: try await music.id(of: "One"), comment: "", at: date(1))
            _ = try await music.refresh("radio", with: Array(songs.dropFirst()))
            #expect(try await positions.positions(allowing: .all).isEmpty)
            _ = try await music.refresh("radio", with: songs)
            #expect(try await positions.positions(allowing: .all).map(\.song.title) == ["One"])
        },
    ]
}
