import FermataDomain
import struct Foundation.Date
import Testing

/// Songs of albums with small differences.
enum AlbumSample {
    static let (first, second) = (MusicBrainzID(SIMD16(repeating: 1)), MusicBrainzID(SIMD16(repeating: 2)))

    static func song(
        _ id: UInt64, _ album: String, by artist: String = "Low", _ change: (inout Music) -> Void = { _ in }
    ) -> Music {
        var song = Music(id: MusicID(id), title: "\(id)", artist: artist, album: album, added: time(0))
        change(&song)
        return song
    }

    static func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
}

@Suite("Albums of songs")
struct AlbumTests {
    typealias Sample = AlbumSample

    @Test("an album has the values of its songs")
    func summarizesSongs() throws {
        let songs = [
            Sample.song(1, "Trust") { song in
                (song.disc, song.track, song.genre, song.duration) = (2, 1, "Rock", .seconds(200))
                (song.released, song.added) = (ReleaseDate(year: 2002), Sample.time(5))
                (song.plays, song.lastPlayed) = (2, Sample.time(70))
            },
            Sample.song(2, "TRUST") { song in
                (song.disc, song.track, song.genre, song.duration) = (1, 2, "slowcore", .seconds(100))
                (song.released, song.added) = (ReleaseDate(year: 2002, month: 9), Sample.time(9))
                (song.artworkURL, song.isBookmarked) = ("https://example.org/2.jpg", true)
            },
            Sample.song(3, "Trust!") { song in
                (song.disc, song.track, song.genre, song.explicit) = (1, 1, "Slowcore", .clean)
                (song.plays, song.lastPlayed) = (1, Sample.time(80))
            },
        ]
        let album = try #require(AlbumQuery().results(from: songs.reversed()).first)
        #expect(album.name == "Trust!" && album.artist == "Low" && album.release == .any)
        #expect(album.released == ReleaseDate(year: 2002, month: 9) && album.genres == ["Slowcore", "Rock"])
        #expect((album.discCount, album.songCount, album.annotations) == (2, 3, SubjectAnnotations()))
        #expect(album.duration == .seconds(300) && album.artwork == MusicID(2) && album.added == Sample.time(9))
        #expect(album.plays == 3 && album.lastPlayed == Sample.time(80) && album.explicit == .unknown)
        #expect(MusicQuery(album: album.selection).results(from: songs).map(\.id.value) == [3, 2, 1])
    }

    @Test(
        "an album is explicit if a song is, and clean if all are",
        arguments: [
            ([.explicit, .clean], .explicit), ([.clean, .clean], .clean), ([.clean, .unknown], .unknown),
        ] as [([ExplicitStatus], ExplicitStatus)])
    func derivesExplicitStatus(songs: [ExplicitStatus], expected: ExplicitStatus) {
        let music = songs.enumerated().map { index, status in
            Sample.song(UInt64(index), "Trust") { $0.explicit = status }
        }
        #expect(AlbumQuery().results(from: music).map(\.explicit) == [expected])
    }

    @Test("albums of one name have different artists; a compilation is one album")
    func separatesArtists() {
        let songs = [
            Sample.song(1, "Greatest Hits", by: "Queen"), Sample.song(2, "greatest hits", by: "Queen feat. Ann"),
            Sample.song(3, "Greatest Hits", by: "Abba"),
            Sample.song(4, "Greatest Hits", by: "Ann") { $0.albumArtist = AlbumArtist.ofCompilations },
            Sample.song(5, "Greatest Hits", by: "Bob") { $0.albumArtist = AlbumArtist.ofCompilations },
        ]
        let albums = AlbumQuery(order: .artist).results(from: songs)
        #expect(albums.map(\.artist) == ["Abba", "Queen", "Various Artists"])
        #expect(albums.map(\.songCount) == [1, 2, 2] && Set(albums.map(\.id)).count == 3)
        for album in albums {
            #expect(MusicQuery(album: album.selection).results(from: songs).count == album.songCount)
        }
        #expect(MusicQuery(album: AlbumSelection("greatest hits")).results(from: songs).count == 5)
    }

    @Test("names without letters and digits differ by their text; blank ones are no albums")
    func comparesSymbols() {
        let songs = [
            Sample.song(1, "!!!"), Sample.song(2, "+"), Sample.song(3, ""), Sample.song(4, " "),
            Sample.song(5, "+", by: "?"), Sample.song(6, "+", by: "? feat. Ann"), Sample.song(7, "+", by: "!"),
        ]
        let albums = AlbumQuery(order: .name).results(from: songs)
        #expect(
            Set(albums.map { [$0.name, $0.artist] }) == [["!!!", "Low"], ["+", "Low"], ["+", "?"], ["+", "!"]])
        #expect(albums.first { $0.artist == "?" }?.songCount == 2)
        #expect(MusicQuery(album: AlbumSelection("")).results(from: songs).map(\.id.value) == [3])
    }

    @Test("two releases of one name and artist are two albums, songs without one a third")
    func separatesReleases() {
        var songs = [
            Sample.song(1, "Trust") { $0.release = Sample.first }, Sample.song(2, "Trust"),
            Sample.song(3, "Trust", by: "Ann") { $0.release = Sample.second },
        ]
        let shared = AlbumQuery(order: .artist).results(from: songs)
        #expect(shared.map(\.release) == [.any, .any] && shared.map(\.songCount) == [1, 2])
        songs.append(Sample.song(4, "Trust") { $0.release = Sample.second })
        let albums = AlbumQuery(artist: "Low").results(from: songs)
        #expect(Set(albums.map(\.release)) == [.known(Sample.first), .known(Sample.second), .without])
        #expect(Set(albums.map(\.id)).count == 3 && albums.allSatisfy { $0.songCount == 1 && $0.id != shared[1].id })
        for album in albums {
            #expect(MusicQuery(album: album.selection).results(from: songs).count == 1)
        }
    }

    @Test(
        "hidden songs do not show that there is another release", arguments: [ExplicitFilter.notExplicit, .cleanOnly])
    func hidesReleases(filter: ExplicitFilter) {
        let visible = [
            Sample.song(1, "Trust") { ($0.release, $0.explicit) = (Sample.first, .clean) },
            Sample.song(2, "Trust") { $0.explicit = .clean },
        ]
        let hidden = Sample.song(3, "Trust") { ($0.release, $0.explicit) = (Sample.second, .explicit) }
        let query = AlbumQuery(explicit: filter)
        #expect(query.results(from: visible + [hidden]) == query.results(from: visible))
        #expect(AlbumQuery().results(from: visible + [hidden]).count == 3)
    }

    @Test("songs of one album stay together in the order by album")
    func keepsAlbumsTogether() {
        let songs = [
            Sample.song(1, "Trust") { ($0.release, $0.track) = (Sample.first, 1) },
            Sample.song(2, "Trust") { ($0.release, $0.track) = (Sample.second, 1) },
            Sample.song(3, "Trust") { ($0.release, $0.track) = (Sample.first, 2) },
            Sample.song(4, "Trust") { ($0.release, $0.track) = (Sample.second, 2) },
            Sample.song(5, "+") { $0.track = 1 }, Sample.song(6, "?") { $0.track = 1 },
            Sample.song(7, "+") { $0.track = 2 }, Sample.song(8, "?") { $0.track = 2 }, Sample.song(9, ""),
        ]
        for filter in ["", "is:clean"] {
            var query = MusicQuery(text: filter, order: .album)
            if !filter.isEmpty { query.text = "-" + filter }
            let ids = query.results(from: songs).map(\.id.value)
            #expect(Set([Array(ids[0..<2]), Array(ids[2..<4])]) == [[1, 3], [2, 4]])
            #expect(ids[4] == 9 && Set([Array(ids[5..<7]), Array(ids[7..<9])]) == [[5, 7], [6, 8]])
            query.isReversed = true
            #expect(query.results(from: songs).map(\.id.value) == ids.reversed())
        }
    }

    @Test("the id of an album depends on its names, not on their spelling")
    func derivesIDs() throws {
        let ids = ["Trust", "TRUST!", "The Trust"].map { AlbumQuery().results(from: [Sample.song(1, $0)])[0].id }
        #expect(Set(ids).count == 1 && ids[0].description == "248ae3b49b38bcf3")
        let swapped = [("a", "bc"), ("ab", "c"), ("bc", "a"), ("+", "a"), ("a", "+"), ("?", "a")].map {
            AlbumQuery().results(from: [Sample.song(1, $0.0, by: $0.1)])[0].id
        }
        #expect(Set(swapped).count == swapped.count)
        #expect(AlbumID(.max).value == .max >> 1 && AlbumID(1) < AlbumID(2))
    }
}
