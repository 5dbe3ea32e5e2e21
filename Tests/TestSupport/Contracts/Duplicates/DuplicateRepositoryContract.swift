public import FermataDomain
import Foundation
import Testing

/// A library, and what it knows of the contents of its songs.
public typealias DuplicateLibrary = (
    music: any LocalMusicRepository, sources: any SourceRepository, duplicates: any DuplicateRepository
)

/// Makes an empty library.
public typealias DuplicateRepositoryFactory = ContractFactory<@Sendable () async throws -> DuplicateLibrary>

/// Reads the audio of songs in the revision of a source under test: `digest=key,key digest=key`.
public enum AudioRevision {
    public static func keysByAudio(in revision: String) -> [String: [String]] {
        let pairs = revision.split(separator: " ").map { $0.split(separator: "=").map(String.init) }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1].split(separator: ",").map(String.init)) })
    }
}

/// The rules of every `DuplicateRepository`.
public enum DuplicateRepositoryContract {
    public typealias Rule = ContractRule<DuplicateRepositoryFactory>
    private static let recording = MusicBrainzID(SIMD16(repeating: 1))

    public static let rules: [Rule] = [
        Rule("returns no songs that share nothing but their names") { factory in
            let library = try await make(factory, ["radio"])
            let songs = [song("1", "Fame", album: "Young Americans"), song("2", "Fame", album: "Best Of")]
            _ = try await library.music.refresh("radio", with: songs)
            #expect(try await library.duplicates.sharedSongs(allowing: .all).isEmpty)
        },
        Rule("returns the songs of a source that are one recording") { factory in
            let library = try await make(factory, ["radio"])
            let songs = [
                song("1", "Fame", id: 1), song("2", "Fame (live)", album: "Stage", id: 2),
                song("3", "Fame", album: "Best Of", id: 1), song("4", "Heroes"), song("5", "Golden Years", id: 3),
            ]
            _ = try await library.music.refresh("radio", with: songs)
            try await expect(library, [["Fame", "Fame"]], [.recording(recording)])
        },
        Rule("a song that several sources share is no duplicate of itself") { factory in
            let library = try await make(factory, ["radio", "shop"])
            for source in ["radio", "shop"] {
                _ = try await library.music.refresh(source, with: [song("1", "Fame", id: 1)])
            }
            #expect(try await library.duplicates.sharedSongs(allowing: .all).isEmpty)
            _ = try await library.music.refresh(
                "shop", with: [song("1", "Fame", id: 1), song("2", "Fame", album: "Best Of", id: 1)])
            try await expect(library, [["Fame", "Fame"]], [.recording(recording)])
        },
        Rule("returns the songs whose files have the same audio, also in several sources") { factory in
            let library = try await make(factory, ["disk", "nas"])
            _ = try await library.music.refresh(
                "disk", with: [song("1", "Fame"), song("2", "Heroes"), song("3", "Low")], revision: "aa=1,3 bb=2")
            try await expect(library, [["Fame", "Low"]], [.audio("aa")])
            _ = try await library.music.refresh(
                "nas", with: [song("x", "Helden"), song("y", "Fame")], revision: "bb=x aa=y cc=gone")
            let found = try await library.duplicates.sharedSongs(allowing: .all)
            #expect(
                Set(found.map { "\($0.music.title) \($0.contents.count)" })
                    == ["Fame 1", "Low 1", "Heroes 1", "Helden 1"])
            #expect(found.filter { $0.contents == [.audio("bb")] }.map(\.music.title).sorted() == ["Helden", "Heroes"])
        },
        Rule("a filter hides songs, and those that share something with hidden ones only") { factory in
            let library = try await make(factory, ["disk"])
            let songs = [
                song("1", "Fame", id: 1), song("2", "Fame", album: "Best Of", .explicit, id: 1),
                song("3", "Low", .explicit), song("4", "Low", album: "Best Of"), song("5", "Low", album: "Live"),
            ]
            _ = try await library.music.refresh("disk", with: songs, revision: "aa=3,4,5")
            #expect(try await library.duplicates.sharedSongs(allowing: .all).count == 5)
            let allowed = try await library.duplicates.sharedSongs(allowing: .notExplicit)
            #expect(allowed.map(\.music.album).sorted() == ["Best Of", "Live"])
            #expect(allowed.allSatisfy { $0.contents == [.audio("aa")] })
        },
    ]

    private static func make(
        _ factory: DuplicateRepositoryFactory, _ sources: [String]
    ) async throws -> DuplicateLibrary {
        let library = try await factory.make()
        for name in sources {
            try await library.sources.add(
                Source(
                    name: name, kind: "test", address: "test:\(name)", added: .distantPast, traits: .revisionIndex))
        }
        return library
    }

    private static func song(
        _ key: String, _ title: String, album: String = "", _ explicit: ExplicitStatus = .unknown, id: UInt8? = nil
    ) -> RemoteMusic {
        RemoteMusic(
            key: key, title: title, artist: "David Bowie", album: album, explicit: explicit,
            recording: id.map { MusicBrainzID(SIMD16(repeating: $0)) })
    }

    /// Expects groups of titles whose songs share some contents.
    private static func expect(
        _ library: DuplicateLibrary, _ titles: [[String]], _ contents: Set<SharedContent>
    ) async throws {
        let found = try await library.duplicates.sharedSongs(allowing: .all)
        #expect(found.allSatisfy { $0.contents == contents })
        #expect(DuplicateSongs.groups(of: found).map { $0.songs.map(\.title).sorted() } == titles)
    }
}
