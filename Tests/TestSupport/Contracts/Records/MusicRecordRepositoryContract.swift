public import FermataDomain
import Foundation
import Testing

/// A library, with its sources' records.
public typealias MusicRecordLibrary = (
    music: any LocalMusicRepository, sources: any SourceRepository, records: any MusicRecordRepository
)

/// Makes an empty library.
public typealias MusicRecordRepositoryFactory = ContractFactory<@Sendable () async throws -> MusicRecordLibrary>

extension MusicRecordRepositoryFactory {
    /// Makes a library with sources of these names, the last one a folder.
    func make(sources names: [String]) async throws -> MusicRecordLibrary {
        let library = try await make()
        for name in names {
            let kind = name == names.last ? "folder" : "test"
            try await library.sources.add(
                SampleForms.prepare(Source(name: name, kind: kind, address: "/\(name)", added: .distantPast)))
        }
        return library
    }
}

/// The rules of every `MusicRecordRepository`.
public enum MusicRecordRepositoryContract {
    public typealias Rule = ContractRule<MusicRecordRepositoryFactory>

    public static let rules: [Rule] = [
        Rule("returns what the only source of a song says") { factory in
            let (music, _, records) = try await factory.make(sources: ["radio", "disk"])
            let song = song("Changes", album: "Hunky Dory", seconds: 217, .clean, "http://radio.example/1.mp3")
            _ = try await music.refresh("radio", with: [song])
            #expect(try await records.all(in: music) == [[record("radio", song)]])
        },
        Rule("returns what each source of a merged song says, in the order of the sources") { factory in
            for first in ["radio", "disk"] {
                let (music, _, records) = try await factory.make(sources: ["radio", "disk"])
                let second = first == "radio" ? "disk" : "radio"
                var songs = [
                    "radio": song("Changes", album: "", seconds: 217, .clean, "http://radio.example/1.mp3"),
                    "disk": song("CHANGES!", album: "", seconds: 218, .explicit, "file:///disk/1.mp3"),
                ]
                for source in [first, second] {
                    _ = try await music.refresh(source, with: [try #require(songs[source])])
                }
                var expected = try ["radio", "disk"].map { record($0, try #require(songs[$0])) }
                #expect(try await records.all(in: music) == [expected], "\(first)")
                songs["radio"]?.title = "changes"
                songs["disk"]?.audioURL = "file:///disk/2.mp3"
                for source in [first, second] {
                    _ = try await music.refresh(source, with: [try #require(songs[source])])
                }
                expected = try ["radio", "disk"].map { record($0, try #require(songs[$0])) }
                #expect(try await records.all(in: music) == [expected], "\(first)")
            }
        },
        Rule("forgets what a source says when it leaves a merged song") { factory in
            for leaving in ["radio", "disk"] {
                for isRemoved in [true, false] {
                    let (music, sources, records) = try await factory.make(sources: ["radio", "disk"])
                    let songs = [
                        "radio": song("Changes", album: "", seconds: 217, .clean, "http://radio.example/1.mp3"),
                        "disk": song("CHANGES", album: "", seconds: 217, .clean, "file:///disk/1.mp3"),
                    ]
                    for source in ["radio", "disk"] {
                        _ = try await music.refresh(source, with: [try #require(songs[source])])
                    }
                    let rest = leaving == "radio" ? "disk" : "radio"
                    if isRemoved {
                        try await sources.remove(named: leaving, keepingBookmarked: false)
                    } else {
                        _ = try await music.refresh(leaving, with: [])
                    }
                    _ = try await music.refresh(rest, with: [try #require(songs[rest])])
                    #expect(
                        try await records.all(in: music) == [[record(rest, try #require(songs[rest]))]], "\(leaving)")
                }
            }
        },
        Rule("throws for unknown music and for music that any source marks explicit") { factory in
            let (music, _, records) = try await factory.make(sources: ["radio", "disk"])
            _ = try await music.refresh("radio", with: [song("Changes", album: "", seconds: 1, .clean, nil)])
            _ = try await music.refresh("disk", with: [song("Changes", album: "", seconds: 1, .explicit, nil)])
            let id = try #require(try await music.all().first).id
            #expect(try await records.records(of: id, allowing: .all).map(\.explicit) == [.clean, .explicit])
            await #expect(throws: MusicError.notFound(id.description)) {
                try await records.records(of: id, allowing: .notExplicit)
            }
            await #expect(throws: MusicError.notFound(MusicID(7).description)) {
                try await records.records(of: MusicID(7), allowing: .all)
            }
        },
    ]

    private static func song(
        _ title: String, album: String, seconds: Int, _ explicit: ExplicitStatus, _ audio: String?
    ) -> RemoteMusic {
        RemoteMusic(
            key: "1", title: title, artist: "David Bowie", album: album, duration: .seconds(seconds), audioURL: audio,
            explicit: explicit)
    }

    private static func record(_ source: String, _ song: RemoteMusic) -> MusicRecord {
        MusicRecord(
            source: source, title: song.title, artist: song.artist, album: song.album, duration: song.duration,
            explicit: song.explicit, audioURL: song.audioURL)
    }
}

extension MusicRecordRepository {
    /// The sources' records of each song.
    fileprivate func all(in music: any MusicRepository) async throws -> [[MusicRecord]] {
        var all: [[MusicRecord]] = []
        for song in try await music.all() { all.append(try await records(of: song.id, allowing: .all)) }
        return all
    }
}
