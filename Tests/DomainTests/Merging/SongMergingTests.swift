import FermataDomain
import Foundation
import Testing

@Suite("When records of several sources are one song")
struct SongMergingTests {
    private let first = MusicBrainzID(SIMD16(repeating: 1))
    private let second = MusicBrainzID(SIMD16(repeating: 2))
    private let song = Music(
        id: MusicID(1), title: "Changes", artist: "David Bowie", album: "Hunky Dory", duration: .seconds(217))
    private let record = RemoteMusic(
        key: "1", title: "CHANGES!", artist: "david bowie", album: "Hunky-Dory", duration: .seconds(219))

    @Test("compares names as artist names, and durations within the tolerance")
    func comparesNamesAndDurations() {
        #expect(SongMerging.isAlike(record, song))
        for change: (inout RemoteMusic) -> Void in [
            { $0.title = "Variations" }, { $0.artist = "Queen" }, { $0.album = "" },
            { $0.duration += .seconds(1) }, { $0.duration = .seconds(214) },
        ] {
            var other = record
            change(&other)
            #expect(!SongMerging.isAlike(other, song), "\(other)")
        }
    }

    @Test("the ids of recordings decide before names, if both sides state one")
    func comparesIDs() {
        var (identified, renamed) = (record, record)
        identified.recording = first
        (renamed.recording, renamed.title) = (first, "Variations")
        for (record, ids, isSame) in [
            (record, [], true), (record, [first], true), (identified, [], true), (identified, [first, first], true),
            (identified, [second], false), (identified, [first, second], false), (renamed, [first], true),
            (renamed, [], false),
        ] {
            #expect(SongMerging.isSame(record, as: song, with: ids) == isSame, "\(record), \(ids)")
            #expect(SongMerging.joins(record, song, with: ids) == isSame, "\(record), \(ids)")
        }
    }

    @Test("songs of an unknown artist join by id only, and stay one while they are alike")
    func separatesUnknownArtists() {
        let unknown = Music(id: MusicID(1), title: "Track 1")
        var record = RemoteMusic(key: "1", title: "Track 1")
        #expect(!SongMerging.joins(record, unknown, with: []))
        #expect(SongMerging.isSame(record, as: unknown, with: []))
        record.recording = first
        #expect(SongMerging.joins(record, unknown, with: [first]))
    }

    @Test("a record joins the song with its id that is closest by album, title and duration")
    func findsClosest() {
        func music(_ id: UInt64, _ title: String, _ album: String, _ seconds: Int) -> Music {
            Music(id: MusicID(id), title: title, artist: "Queen", album: album, duration: .seconds(seconds))
        }
        let songs = [
            music(1, "Changes", "Best of", 219), music(2, "Other", "Hunky Dory", 219),
            music(3, "Changes", "Hunky Dory", 100), music(4, "Changes", "Hunky Dory", 200),
        ]
        for (count, id) in [(4, 4), (3, 3), (2, 2), (1, 1)] as [(Int, UInt64)] {
            #expect(SongMerging.closest(to: record, among: Array(songs.prefix(count)))?.id == MusicID(id))
        }
        #expect(SongMerging.closest(to: record, among: []) == nil)
    }
}

@Suite("What the sources of a song add to it")
struct MergedMusicTests {
    private let file = "file:///music/a.mp3"

    private func shared(_ audio: String? = nil, explicit: ExplicitStatus = .clean) -> Music {
        Music(
            id: MusicID(1), title: "Changes", artist: "Queen", artists: ["Cher"], audioURL: audio, explicit: explicit,
            sources: ["radio", "shop"])
    }

    @Test("other sources than the first one add only marks, files and single artists")
    func prefersFirstSource() {
        let record = RemoteMusic(
            key: "1", title: "CHANGES", artist: "Cher", artists: ["Queen", "Dido"], genre: "Pop", audioURL: file,
            explicit: .explicit)
        var song = shared()
        song.merge(record, from: "shop")
        #expect((song.title, song.artist, song.genre) == ("Changes", "Queen", nil))
        #expect((song.audioURL, song.explicit, song.artists) == (file, .explicit, ["Cher", "Dido"]))
        song.merge(record, from: "radio")
        #expect((song.title, song.artist, song.genre) == ("CHANGES", "Cher", "Pop"))
        #expect(song.artists == ["Dido", "Queen"])
    }

    @Test("a song that is no longer shared loses its explicit mark and its file")
    func keepsSharedValues() {
        let record = RemoteMusic(key: "1", title: "Changes", artist: "Queen", audioURL: "http://a.example/a.mp3")
        var song = shared(file, explicit: .explicit)
        song.merge(record, from: "radio")
        #expect((song.audioURL, song.explicit, song.artists) == (file, .explicit, ["Cher"]))
        song.sources = ["radio"]
        song.merge(record, from: "radio")
        #expect((song.audioURL, song.explicit, song.artists) == ("http://a.example/a.mp3", .unknown, []))
    }

    @Test("a source that is not the first one does not replace the audio by an address")
    func ignoresOtherAddresses() {
        var song = shared("http://a.example/a.mp3")
        song.merge(RemoteMusic(key: "1", title: "", audioURL: "http://b.example/b.mp3"), from: "shop")
        #expect((song.audioURL, song.explicit) == ("http://a.example/a.mp3", .clean))
    }

    @Test(
        "a file leaves with the source of its folder only",
        arguments: [("radio", [], true), ("shop", .localAudio, false)] as [(String, SourceTraits, Bool)])
    func leaves(name: String, traits: SourceTraits, keepsFile: Bool) {
        var song = shared(file)
        song.leave(Source(name: name, kind: "test", address: "/music", added: .distantPast, traits: traits))
        #expect(song.sources == ["radio", "shop"].filter { $0 != name })
        #expect((song.audioURL == file) == keepsFile)
    }
}
