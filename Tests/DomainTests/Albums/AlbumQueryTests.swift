import FermataDomain
import Testing

@Suite("Queries of albums")
struct AlbumQueryTests {
    typealias Sample = AlbumSample
    /// By name: Drums, Heroes, Low, Trust.
    private static let songs = [
        Sample.song(1, "Trust") {
            ($0.title, $0.genre, $0.released) = ("Canada", "slowcore", ReleaseDate(year: 2002))
            ($0.added, $0.explicit) = (Sample.time(3), .explicit)
        },
        Sample.song(2, "Trust") { ($0.title, $0.released) = ("Tonight", ReleaseDate(year: 2003)) },
        Sample.song(3, "Low", by: "David Bowie") {
            ($0.title, $0.genre, $0.released) = ("Warszawa", "Art Rock", ReleaseDate(year: 1977))
            ($0.added, $0.plays, $0.lastPlayed) = (Sample.time(2), 5, Sample.time(100))
        },
        Sample.song(4, "Heroes", by: "David Bowie & Eno") {
            ($0.albumArtist, $0.artists) = ("David Bowie", ["Brian Eno", "David Bowie"])
            ($0.genre, $0.released, $0.isBookmarked) = ("Rock", ReleaseDate(year: 1977, month: 10), true)
            ($0.added, $0.plays, $0.lastPlayed) = (Sample.time(9), 1, Sample.time(200))
        },
        Sample.song(5, "Drums", by: "Ann") { $0.albumArtist = "Various Artists" },
    ]

    @Test(
        "orders albums, unknown values last in either direction",
        arguments: [
            (.name, ["Drums", "Heroes", "Low", "Trust"], ["Trust", "Low", "Heroes", "Drums"]),
            (.relevance, ["Drums", "Heroes", "Low", "Trust"], ["Trust", "Low", "Heroes", "Drums"]),
            (.artist, ["Heroes", "Low", "Trust", "Drums"], ["Drums", "Trust", "Low", "Heroes"]),
            (.newest, ["Trust", "Heroes", "Low", "Drums"], ["Low", "Heroes", "Trust", "Drums"]),
            (.added, ["Heroes", "Trust", "Low", "Drums"], ["Drums", "Low", "Trust", "Heroes"]),
            (.played, ["Heroes", "Low", "Drums", "Trust"], ["Low", "Heroes", "Trust", "Drums"]),
            (.plays, ["Low", "Heroes", "Drums", "Trust"], ["Heroes", "Low", "Trust", "Drums"]),
        ] as [(AlbumOrder, [String], [String])])
    func orders(order: AlbumOrder, names: [String], reversed: [String]) {
        for songs in [Self.songs, Self.songs.reversed()] {
            #expect(AlbumQuery(order: order).results(from: songs).map(\.name) == names)
            #expect(AlbumQuery(order: order, isReversed: true).results(from: songs).map(\.name) == reversed)
        }
    }

    @Test(
        "finds albums by one of their songs, and titles only with their key",
        arguments: [
            ("bowie", ["Heroes", "Low"]), ("eno", ["Heroes"]), ("various", ["Drums"]), ("ann", ["Drums"]),
            ("canada", []), ("title:canada", ["Trust"]), ("genre:rock", ["Heroes", "Low"]),
            ("genre:slowcore year:2002", ["Trust"]), ("genre:slowcore year:2003", []),
            ("year:1977", ["Heroes", "Low"]),
            ("artist:various", ["Drums"]), ("artist:low", ["Trust"]), ("album:low", ["Low"]),
            ("low", ["Low", "Trust"]),
            ("is:explicit", ["Trust"]), ("-artist:bowie", ["Drums", "Trust"]), ("is:bookmarked", []),
        ])
    func searches(text: String, names: [String]) {
        let query = AlbumQuery(text: text, order: .name)
        #expect(query.results(from: Self.songs).map(\.name) == names)
        #expect(query.count(in: Self.songs) == names.count)
    }

    @Test("names or artists that equal the words come first, then those that begin so")
    func ranks() {
        let albums = [
            ("Below", "Ann"), ("Hello Low", "Ann"), ("Low Tide", "Ann"), ("Zoo", "Low"), ("Low", "Ann"),
            ("A", "Lowlife"),
        ]
        let songs = albums.enumerated().map { Sample.song(UInt64($0), $1.0, by: $1.1) }
        let names = ["Low", "Zoo", "A", "Low Tide", "Hello Low", "Below"]
        #expect(AlbumQuery(text: "low").results(from: songs).map(\.name) == names)
        #expect(AlbumQuery(text: "low", isReversed: true).results(from: songs).map(\.name) == names.reversed())
    }

    @Test("selects by artist and bookmark")
    func selects() {
        func names(_ query: AlbumQuery) -> [String] { query.results(from: Self.songs).map(\.name) }
        #expect(names(AlbumQuery(artist: "david BOWIE")) == ["Heroes", "Low"])
        #expect(names(AlbumQuery(artist: "Brian Eno")) == ["Heroes"] && names(AlbumQuery(artist: "Ann")) == ["Drums"])
        #expect(names(AlbumQuery(artist: "various artists")) == ["Drums"] && names(AlbumQuery(artist: "")) == [])
        #expect(names(AlbumQuery(bookmarkedOnly: true)) == [])
        #expect(names(AlbumQuery(order: .name, window: Window(offset: 1, limit: 2))) == ["Heroes", "Low"])
    }

    @Test("bookmarks and ratings are those of the album, not of its songs")
    func selectsAnnotated() {
        let albums = AlbumQuery(order: .name).results(from: Self.songs)
        let low = albums.first { $0.name == "Low" }?.id ?? AlbumID(0)
        let annotations = [low: SubjectAnnotations(isBookmarked: true, rating: .four)]
        func names(_ query: AlbumQuery) -> [String] { query.results(from: Self.songs, annotations).map(\.name) }
        for query in [AlbumQuery(bookmarkedOnly: true), AlbumQuery(text: "is:bookmarked rating:4..")] {
            #expect(names(query) == ["Low"] && query.count(in: Self.songs, annotations) == 1)
            #expect(query.results(from: Self.songs, annotations)[0].annotations == annotations[low])
        }
        #expect(names(AlbumQuery(text: "rating:5")) == [])
        #expect(names(AlbumQuery(text: "-is:bookmarked", order: .name)) == albums.map(\.name).filter { $0 != "Low" })
        #expect(names(AlbumQuery(text: "rating:1..3")) == [] && names(AlbumQuery(text: "low is:bookmarked")) == ["Low"])
    }

    @Test("excludes hidden songs from every value, and albums without another song")
    func hidesSongs() throws {
        let query = AlbumQuery(order: .name, explicit: .notExplicit)
        #expect(query.results(from: Self.songs) == AlbumQuery(order: .name).results(from: Array(Self.songs[1...])))
        #expect(AlbumQuery(text: "title:canada", explicit: .notExplicit).results(from: Self.songs) == [])
        #expect(AlbumQuery(explicit: .cleanOnly).results(from: Self.songs) == [])
    }

    @Test("shuffles by the seed, and again the same")
    func shuffles() {
        let songs = (0..<200).map { Sample.song($0, "Album \($0)") }
        func ids(_ seed: UInt64, isReversed: Bool = false) -> [AlbumID] {
            AlbumQuery(order: .random(seed: seed), isReversed: isReversed).results(from: songs).map(\.id)
        }
        #expect(ids(1) == ids(1) && ids(1) == ids(1, isReversed: true).reversed())
        #expect(Set((0..<4).map { ids($0) }).count == 4 && ids(1) != ids(1).sorted())
        let groups = RandomOrder.groups(seed: 7)
        #expect(Set(groups).count == 1 << RandomOrder.groupBits)
        for id in ids(7) { #expect(RandomOrder.ids(of: RandomOrder.group(of: id)).contains(id)) }
        #expect(
            ids(7)
                == groups.flatMap { group in
                    ids(7).filter { RandomOrder.group(of: $0) == group }.sorted {
                        RandomOrder.place(of: $0, seed: 7) < RandomOrder.place(of: $1, seed: 7)
                    }
                })
    }
}

@Suite("Genres")
struct GenreTests {
    @Test("counts songs and albums, most songs first or by name, and merges spellings")
    func countsGenres() {
        let genres = ["Rock", "rock", "rock", "Folk, Rock", " ", nil, "Ambient"]
        let albums = ["A", "A", "B", "B", "B", "B", ""]
        let songs = zip(genres, albums).enumerated().map { index, song in
            AlbumSample.song(UInt64(index), song.1) {
                ($0.genre, $0.explicit) = (song.0, index == 0 ? .explicit : .clean)
            }
        }
        func found(_ order: GenreOrder, _ filter: ExplicitFilter = .all, _ window: Window = .all) -> [Genre] {
            Genre.genres(of: songs, in: order, allowing: filter, window: window)
        }
        let (rock, folk, ambient) = (
            Genre(name: "rock", songCount: 3, albumCount: 2), Genre(name: "Folk, Rock", songCount: 1, albumCount: 1),
            Genre(name: "Ambient", songCount: 1, albumCount: 0)
        )
        #expect(found(.songs) == [rock, ambient, folk] && found(.name) == [ambient, folk, rock])
        #expect(found(.songs, .all, Window(offset: 1, limit: 1)) == [ambient])
        #expect(found(.name, .cleanOnly) == [ambient, folk, Genre(name: "rock", songCount: 2, albumCount: 2)])
    }
}
