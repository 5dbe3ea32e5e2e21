import FermataDomain
import struct Foundation.Date
import Testing

@Suite("Orders of a query")
struct MusicQueryOrderTests {
    private static func song(
        _ id: UInt64, _ title: String, artist: String = "", album: String = "", albumArtist: String = "",
        disc: Int? = nil, track: Int? = nil, popularity: Double? = nil, released: String? = nil, added: Double = 0,
        isBookmarked: Bool = false, rating: Rating? = nil, plays: Int = 0, played: Double? = nil
    ) -> Music {
        Music(
            id: MusicID(id), title: title, artist: artist, album: album, albumArtist: albumArtist, disc: disc,
            track: track, popularity: popularity, released: released.flatMap { ReleaseDate($0) },
            added: Date(timeIntervalSince1970: added), isBookmarked: isBookmarked, rating: rating, plays: plays,
            lastPlayed: played.map { Date(timeIntervalSince1970: $0) })
    }

    @Test("orders by the title's sort key")
    func ordersByTitle() {
        let music = [
            Self.song(1, "The Zoo"), Self.song(2, "apple"), Self.song(3, "Éclair"), Self.song(4, "한글"),
            Self.song(5, "!!!"),
        ]
        #expect(titles(music, .title) == ["apple", "Éclair", "The Zoo", "한글", "!!!"])
        #expect(titles(music, .title, isReversed: true) == ["!!!", "한글", "The Zoo", "Éclair", "apple"])
    }

    @Test("orders by artist, then title")
    func ordersByArtist() {
        let music = [
            Self.song(1, "b", artist: "The Queen"), Self.song(2, "a", artist: "queen"),
            Self.song(3, "z", artist: "Abba"),
            Self.song(4, "c"),
        ]
        #expect(titles(music, .artist) == ["z", "a", "b", "c"])
        #expect(titles(music, .artist, isReversed: true) == ["c", "b", "a", "z"])
    }

    @Test("orders by album, disc, track and title, unknown numbers first")
    func ordersByAlbum() {
        let music = [
            Self.song(1, "f", album: "A", disc: 2, track: 1), Self.song(2, "e", album: "A", disc: 1, track: 10),
            Self.song(3, "d", album: "A", disc: 1, track: 2), Self.song(4, "c", album: "A", disc: 1),
            Self.song(5, "b", album: "A"), Self.song(6, "a", album: "B", disc: 1, track: 1),
            Self.song(7, "a", album: "A"),
        ]
        #expect(titles(music, .album) == ["a", "b", "c", "d", "e", "f", "a"])
        #expect(titles(music, .album, isReversed: true) == ["a", "f", "e", "d", "c", "b", "a"])
    }

    @Test(
        "an album without an artist has that of the song, without guests",
        arguments: [
            ("Drake feat. Rihanna", "Drake"), ("Drake Feat Rihanna", "Drake"), ("Drake ft. Rihanna", "Drake"),
            ("Drake (featuring Rihanna)", "Drake"), ("Drake [FT Rihanna]", "Drake"), ("Little Feat", "Little Feat"),
            ("Featurecast", "Featurecast"), ("feat. Rihanna", "feat. Rihanna"), ("Defeat. You", "Defeat. You"),
            ("Ann & Bob", "Ann & Bob"), ("Fifty ft", "Fifty ft"), ("Björk feat. Ólöf", "Björk"), ("", ""),
        ])
    func leavesGuestsOut(artist: String, expected: String) {
        #expect(AlbumArtist.name(" ", ofSongBy: artist) == expected)
        #expect(AlbumArtist.name("Band feat. Guest", ofSongBy: artist) == "Band feat. Guest")
    }

    @Test("orders albums of one name by the album's artist, or else by that of the song")
    func ordersByAlbumArtist() {
        let music = [
            Self.song(1, "q1", artist: "Quince", album: "Hits", track: 1),
            Self.song(2, "a1", artist: "Abacus", album: "Hits", albumArtist: "ABACUS", track: 1),
            Self.song(3, "v1", artist: "Zed", album: "Hits", albumArtist: "Various", track: 1),
            Self.song(4, "q2", artist: "Quince & Abacus", album: "hits", albumArtist: "The Quince", track: 2),
            Self.song(5, "a2", artist: "Abacus", album: "HITS!", albumArtist: " ", track: 2),
            Self.song(6, "v2", artist: "Ann", album: "Hits", albumArtist: "Various", track: 2),
            Self.song(7, "z", artist: "Zed", album: "Alpha", track: 9),
        ]
        let expected = ["z", "a1", "a2", "q1", "q2", "v1", "v2"]
        #expect(titles(music, .album) == expected)
        #expect(titles(music, .album, isReversed: true) == expected.reversed())
        #expect(
            MusicQuery(album: AlbumSelection("hits")).results(from: music).map(\.title) == Array(expected.dropFirst()))
    }

    @Test("orders by popularity, unknown ones last in either direction")
    func ordersByPopularity() {
        let music = [
            Self.song(1, "u"), Self.song(2, "low", popularity: 0), Self.song(3, "high", popularity: 9.5),
            Self.song(4, "v"), Self.song(5, "also high", popularity: 9.5),
        ]
        #expect(titles(music, .popular) == ["also high", "high", "low", "u", "v"])
        #expect(titles(music, .popular, isReversed: true) == ["low", "high", "also high", "v", "u"])
    }

    @Test("orders by release, a year before its months if reversed, unknown ones last")
    func ordersByRelease() {
        let music = [
            Self.song(1, "unknown"), Self.song(2, "1971", released: "1971"),
            Self.song(3, "May 1971", released: "1971-05"),
            Self.song(4, "1 May 1971", released: "1971-05-01"), Self.song(5, "2020", released: "2020"),
        ]
        #expect(titles(music, .newest) == ["2020", "1 May 1971", "May 1971", "1971", "unknown"])
        #expect(titles(music, .newest, isReversed: true) == ["1971", "May 1971", "1 May 1971", "2020", "unknown"])
    }

    @Test("orders a year before its January, and a month before its first day")
    func ordersYearBeforeJanuary() {
        let music = [
            Self.song(1, "a", released: "1971"), Self.song(2, "b", released: "1971-01"),
            Self.song(3, "c", released: "1971-01-01"),
        ]
        #expect(titles(music, .newest) == ["c", "b", "a"])
        #expect(titles(music, .newest, isReversed: true) == ["a", "b", "c"])
    }

    @Test("orders by addition, latest first")
    func ordersByAddition() {
        let music = [Self.song(1, "old", added: 1), Self.song(2, "new", added: 3), Self.song(3, "middle", added: 2)]
        #expect(titles(music, .added) == ["new", "middle", "old"])
        #expect(titles(music, .added, isReversed: true) == ["old", "middle", "new"])
    }

    @Test("orders by rank, the most popular song first within a rank, and reverses both")
    func ordersByRelevance() {
        let music = [
            Self.song(1, "Below", popularity: 9), Self.song(2, "Low", popularity: 1), Self.song(3, "Low Tide"),
            Self.song(4, "The Low", popularity: 5), Self.song(5, "Hello Low"),
        ]
        let query = MusicQuery(text: "low")
        #expect(query.results(from: music).map(\.title) == ["The Low", "Low", "Low Tide", "Hello Low", "Below"])
        let reversed = MusicQuery(text: "low", isReversed: true)
        #expect(reversed.results(from: music).map(\.title) == ["Below", "Hello Low", "Low Tide", "Low", "The Low"])
    }

    @Test("orders by last play and by plays, songs that were never played last")
    func ordersByPlays() {
        let music = [
            Self.song(1, "often", plays: 9, played: 100), Self.song(2, "b"), Self.song(3, "a"),
            Self.song(4, "lately", plays: 1, played: 300), Self.song(5, "twice", plays: 2, played: 200),
        ]
        #expect(titles(music, .played) == ["lately", "twice", "often", "a", "b"])
        #expect(titles(music, .played, isReversed: true) == ["often", "twice", "lately", "b", "a"])
        #expect(titles(music, .plays) == ["often", "twice", "lately", "a", "b"])
        #expect(titles(music, .plays, isReversed: true) == ["lately", "twice", "often", "b", "a"])
    }

    @Test("orders by rating, songs without one last")
    func ordersByRating() {
        let music = [
            Self.song(1, "fair", rating: .two), Self.song(2, "b"), Self.song(3, "best", rating: .five),
            Self.song(4, "also fair", rating: .two), Self.song(5, "a"),
        ]
        #expect(titles(music, .rating) == ["best", "also fair", "fair", "a", "b"])
        #expect(titles(music, .rating, isReversed: true) == ["fair", "also fair", "best", "b", "a"])
    }

    @Test("puts bookmarked music first in every order and direction", arguments: SortOrder.allCases)
    func putsBookmarkedFirst(order: SortOrder) {
        let music = [
            Self.song(1, "a"), Self.song(2, "z", isBookmarked: true), Self.song(3, "y", isBookmarked: true),
            Self.song(4, "b", popularity: 1, released: "2020", added: 9),
        ]
        let forward = MusicQuery(order: order, bookmarkedFirst: true).results(from: music)
        let reversed = MusicQuery(order: order, isReversed: true, bookmarkedFirst: true).results(from: music)
        #expect(forward.prefix(2).map(\.title) == ["y", "z"])
        #expect(reversed.prefix(2).map(\.title) == ["z", "y"])
        #expect(forward.count == 4 && reversed.count == 4)
    }

    @Test("relevance is an order of its own only if there are words to compare")
    func distinguishesRelevance() {
        let words = MusicQuery(text: "bowie", order: .relevance)
        #expect(words.distinctOrders == SortOrder.allCases && words.distinctOrder == .relevance)
        for text in ["", "is:played"] {
            let query = MusicQuery(text: text, order: .relevance)
            #expect(query.distinctOrders == SortOrder.allCases.filter { $0 != .relevance })
            #expect(query.distinctOrder == .title)
        }
    }

    @Test("without words, the songs of an album are in the order of its tracks")
    func ordersAlbumByTracks() {
        let music = [
            Self.song(1, "a", album: "Low", disc: 2, track: 1), Self.song(2, "b", album: "Low", disc: 1, track: 2),
            Self.song(3, "c", album: "Low", disc: 1, track: 1), Self.song(4, "d", album: "Heroes"),
        ]
        #expect(MusicQuery(album: AlbumSelection("low")).results(from: music).map(\.title) == ["c", "b", "a"])
        #expect(MusicQuery(album: AlbumSelection("low")).distinctOrder == .album)
        #expect(
            MusicQuery(album: AlbumSelection("low"), order: .title).results(from: music).map(\.title) == [
                "a", "b", "c",
            ])
        #expect(MusicQuery(text: "is:clean", album: AlbumSelection("low")).orderWithinRank == .album)
        #expect(MusicQuery(text: "a", album: AlbumSelection("low")).orderWithinRank == .popular)
    }

    @Test(
        "breaks ties by the title's sort key, then title, then id",
        arguments: SortOrder.allCases)
    func breaksTies(order: SortOrder) {
        let sorted = [
            Self.song(9, "Alpha"), Self.song(1, "ALPHA!"), Self.song(2, "alpha"), Self.song(3, "alpha"),
            Self.song(0, "beta"),
        ]
        let expected: [UInt64] = [1, 9, 2, 3, 0]
        for rotation in sorted.indices {
            let shuffled = Array(sorted[rotation...] + sorted[..<rotation])
            let forward = MusicQuery(order: order).results(from: shuffled)
            let reversed = MusicQuery(order: order, isReversed: true).results(from: shuffled)
            #expect(forward.map(\.id.value) == expected)
            #expect(reversed.map(\.id.value) == expected.reversed())
        }
    }

    private func titles(_ music: [Music], _ order: SortOrder, isReversed: Bool = false) -> [String] {
        let answers = [music, music.reversed()].map {
            MusicQuery(order: order, isReversed: isReversed).results(from: $0).map(\.title)
        }
        #expect(answers[0] == answers[1])
        return answers[0]
    }
}
