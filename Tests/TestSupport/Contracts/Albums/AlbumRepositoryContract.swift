public import FermataDomain
import Foundation
import Testing

/// A library with its albums.
public struct AlbumLibrary: Sendable {
    public let music: any LocalMusicRepository
    public let sources: any SourceRepository
    public let history: any HistoryRepository
    public let albums: any AlbumRepository
    public let annotations: any SubjectImportRepository

    public init(
        music: any LocalMusicRepository, sources: any SourceRepository, history: any HistoryRepository,
        albums: any AlbumRepository, annotations: any SubjectImportRepository
    ) {
        self.music = music
        self.sources = sources
        self.history = history
        self.albums = albums
        self.annotations = annotations
    }
}

/// Makes a library with the content of a seed.
public typealias AlbumRepositoryFactory = ContractFactory<@Sendable (LibrarySeed) async throws -> AlbumLibrary>

/// The rules of every `AlbumRepository`.
public enum AlbumRepositoryContract {
    public typealias Rule = ContractRule<AlbumRepositoryFactory>

    public static let rules: [Rule] = [
        Rule("returns the specified albums of every query in order, and counts them") { factory in
            var random = SeededGenerator(SeededGenerator.seed(for: "albums"))
            let library = try await factory.make(LibrarySeed(AlbumSongs.random(120, &random)))
            var annotations: [AlbumID: SubjectAnnotations] = [:]
            // A random change may leave no album.
            while annotations.isEmpty {
                try await library.change(&random)
                annotations = try await library.albumAnnotations()
            }
            let stored = try await library.music.all()
            for query in AlbumQueries.all {
                let found = try await library.albums.results(of: query)
                let expected = query.results(from: stored, annotations)
                #expect(found.map(\.name) == expected.map(\.name), "\(query)")
                #expect(found == expected, "\(query)")
                #expect(try await library.albums.count(query) == query.count(in: stored, annotations), "\(query)")
            }
        },
        Rule("finds an album by its id while its name has fewer or more releases") { factory in
            var songs = [1, 2].map { number in
                RemoteMusic(key: "\(number)", title: "Song \(number)", artist: "Ann", album: "Low")
            }
            for index in songs.indices { songs[index].release = MusicBrainzID(SIMD16(repeating: UInt8(index + 1))) }
            songs[0].explicit = .explicit
            let library = try await factory.make(LibrarySeed(songs))
            let both = try await library.albums.results(of: AlbumQuery(order: .name))
            let clean = try await library.albums.results(of: AlbumQuery(explicit: .notExplicit))
            #expect(both.count == 2 && clean.count == 1 && !both.map(\.id).contains(clean[0].id))
            var found: Set<AlbumID?> = []
            for album in both { found.insert(try await library.albums.album(album.id, allowing: .notExplicit)?.id) }
            #expect(found == [clean[0].id, nil])
            #expect(try await library.albums.album(clean[0].id, allowing: .all).map { both.contains($0) } == true)
            let named = try await library.music.all().compactMap { song in
                song.albumIDWithoutNamesakes.map { (song.id, $0) }
            }
            let namesakes = try await library.albums.albumsAmongNamesakes(of: Dictionary(uniqueKeysWithValues: named))
            #expect(namesakes.count == 2 && Set(namesakes.values) == Set(both.map(\.id)))
        },
        Rule("finds albums by name, id and the beginning of an id") { factory in
            var random = SeededGenerator(SeededGenerator.seed(for: "names of albums"))
            let library = try await factory.make(LibrarySeed(AlbumSongs.random(60, &random)))
            let stored = try await library.music.all()
            for filter in ExplicitFilter.allCases {
                let ids = AlbumQuery(explicit: filter).results(from: stored).map(\.id)
                let hidden = AlbumQuery().results(from: stored).map(\.id).filter { !ids.contains($0) }
                for id in ids { #expect(try await library.albums.album(id, allowing: filter)?.id == id) }
                for id in hidden {
                    let other = try await library.albums.album(id, allowing: filter)
                    #expect(other.map { ids.contains($0.id) } ?? true)
                }
                let prefixes = (ids + hidden).flatMap { [1, 6, 16].map(String($0.description).prefix) }.map(String.init)
                for text in AlbumSongs.albums + ["lo", "O", "!", "hit s", "hits", "", "nothing"] + prefixes {
                    for (artist, limit) in [(nil, 10), ("Ann", 10), (nil, 1), (nil, 0)] {
                        let found = try await library.albums.albums(
                            matching: text, by: artist, allowing: filter, limit: limit)
                        let expected = Album.albums(
                            matching: text, by: artist, allowing: filter, limit: limit, among: stored)
                        #expect(found == expected, "“\(text)” by \(artist ?? "any"), \(filter)")
                    }
                }
            }
        },
        Rule("counts the songs and albums of genres, and the albums of artists") { factory in
            var random = SeededGenerator(SeededGenerator.seed(for: "genres"))
            let library = try await factory.make(LibrarySeed(AlbumSongs.random(100, &random)))
            try await library.change(&random)
            let stored = try await library.music.all()
            for filter in ExplicitFilter.allCases {
                for window in [.all, Window(limit: 2), Window(offset: 2, limit: 3), Window(limit: 0)] {
                    for order in GenreOrder.allCases {
                        let expected = Genre.genres(of: stored, in: order, allowing: filter, window: window)
                        let found = try await library.albums.genres(in: order, allowing: filter, window: window)
                        #expect(found == expected, "\(order), \(filter)")
                    }
                    let sources = try await library.sources.sources().map(\.name) + [nil, "unknown"]
                    for (text, source) in ["", "an", "!", "a n", "various", "nothing"].flatMap({ text in
                        sources.map { (text, $0) }
                    }) {
                        let expected = AlbumArtistCount.artists(
                            of: stored, nameContaining: text, from: source, allowing: filter, window: window)
                        let found = try await library.albums.albumArtists(
                            nameContaining: text, from: source, allowing: filter, window: window)
                        #expect(found == expected, "“\(text)”, \(source ?? "all"), \(filter)")
                    }
                }
            }
        },
        Rule("stays current while sources, plays, bookmarks and records change") { factory in
            var random = SeededGenerator(SeededGenerator.seed(for: "changing albums"))
            let library = try await factory.make(LibrarySeed(AlbumSongs.random(20, &random)))
            for step in 1...20 {
                try await library.change(&random)
                let (stored, annotations) = (try await library.music.all(), try await library.albumAnnotations())
                for filter in ExplicitFilter.allCases {
                    for order in [AlbumOrder.artist, .newest, .added, .played, .plays] {
                        let query = AlbumQuery(order: order, explicit: filter)
                        let expected = query.results(from: stored, annotations)
                        #expect(try await library.albums.results(of: query) == expected, "\(step)")
                    }
                    let genres = Genre.genres(of: stored, in: .songs, allowing: filter, window: .all)
                    let found = try await library.albums.genres(in: .songs, allowing: filter, window: .all)
                    #expect(found == genres, "\(step)")
                }
                let query = MusicQuery(order: .album)
                #expect(try await library.music.results(of: query) == query.results(from: stored), "\(step)")
            }
        },
        Rule("keeps the songs of an album together in the order by album") { factory in
            var random = SeededGenerator(SeededGenerator.seed(for: "order by album"))
            let library = try await factory.make(LibrarySeed(AlbumSongs.random(80, &random)))
            try await library.change(&random)
            let stored = try await library.music.all()
            for query in AlbumQuery().results(from: stored).flatMap(Self.queries) {
                let (found, expected) = (try await library.music.results(of: query), query.results(from: stored))
                #expect(found.map(\.title) == expected.map(\.title), "\(query)")
            }
        },
        Rule("returns batches that can be abandoned, cancelled and iterated again") { factory in
            var random = SeededGenerator(1)
            let library = try await factory.make(LibrarySeed(AlbumSongs.random(60, &random)))
            let albums = try await library.albums.results(of: AlbumQuery())
            try await BatchContract.check(library.albums.batches(of: AlbumQuery()), albums)
        },
        Rule("returns no albums without music") { factory in
            let albums = try await factory.make(LibrarySeed()).albums
            for query in AlbumQueries.all { #expect(try await albums.results(of: query).isEmpty) }
            #expect(try await albums.genres(in: .songs, allowing: .all, window: .all).isEmpty)
            #expect(try await albums.albumArtists(nameContaining: "", from: nil, allowing: .all, window: .all).isEmpty)
        },
    ]

    private static func queries(of album: Album) -> [MusicQuery] {
        [
            MusicQuery(album: album.selection), MusicQuery(album: AlbumSelection(album.name), isReversed: true),
            MusicQuery(album: AlbumSelection(album.name, by: album.artist), bookmarkedFirst: true),
            MusicQuery(text: "genre:rock", album: album.selection), MusicQuery(bookmarkedOnly: true, order: .album),
            MusicQuery(order: .album, window: Window(offset: 7, limit: 5)),
            MusicQuery(order: .album, isReversed: true, explicit: .notExplicit),
        ]
    }
}

/// Queries that together use every filter, order, direction and window of albums.
enum AlbumQueries {
    static let all = orders + filters + searches

    private static let orders = [
        AlbumOrder.relevance, .name, .artist, .newest, .added, .played, .plays, .random(seed: 1), .random(seed: 2),
    ].flatMap { order in
        [false, true].flatMap { isReversed in
            ExplicitFilter.allCases.map { AlbumQuery(order: order, isReversed: isReversed, explicit: $0) } + [
                AlbumQuery(order: order, isReversed: isReversed, window: Window(offset: 2, limit: 3)),
                AlbumQuery(bookmarkedOnly: true, order: order, isReversed: isReversed),
                AlbumQuery(text: "a", order: order, isReversed: isReversed, window: Window(offset: 1, limit: 4)),
            ]
        }
    }

    private static let filters =
        ["Ann", "ann", "Bob", "!!!", "Various Artists", "", "nobody"].flatMap { artist in
            ExplicitFilter.allCases.map { AlbumQuery(artist: artist, order: .newest, explicit: $0) } + [
                AlbumQuery(text: "low", artist: artist), AlbumQuery(artist: artist, bookmarkedOnly: true),
            ]
        } + [AlbumQuery(window: Window(limit: 0)), AlbumQuery(order: .name, window: Window(offset: 1_000))]

    private static let searches = [
        "low", "lo", "l", "hits", "the", "ann", "ann bob", "various", "variousart", "!!!", "!", "?", "song",
        "title:song",
        "genre:=\"rock\"", "-genre:=\"folk\"", "artist:=\"low\" source:=\"radio\"", "source:=\"rad\"",
        "genre:rock", "genre:folk genre:rock", "genre:folk year:2019", "-genre:rock", "genre:nothing", "year:2019",
        "-year:2019", "year:2018..",
        "is:explicit", "is:clean", "is:played", "is:bookmarked", "-is:bookmarked", "rating:3..", "-rating:1..5",
        "is:bookmarked low rating:..4", "-is:played", "artist:ann", "artist:various",
        "-artist:various", "album:low", "album:hits ann", "source:radio", "source:nowhere", "duration:..1:00",
        "added:2023", "greatest hits", "hits greatest", "genre:", "low genre:rock is:clean",
    ].flatMap { text in
        ExplicitFilter.allCases.map { AlbumQuery(text: text, explicit: $0) } + [
            AlbumQuery(text: text, isReversed: true), AlbumQuery(text: text, order: .name),
            AlbumQuery(text: text, window: Window(offset: 1, limit: 2)),
        ]
    }
}

/// Random songs of a few albums with names, artists and releases that are hard to tell apart.
enum AlbumSongs {
    static let albums = [
        "Low", "LOW!", "Lo-Fi", "The Low", "Greatest Hits", "Hits", "!!!", "+", "", " ", "9", "사랑", "Below",
    ]
    private static let artists = ["Ann", "ann", "Ann feat. Bob", "Bob", "!!!", "? feat. Ann", "", "The Anns", "Zoë"]

    static func random(_ count: Int, _ random: inout SeededGenerator) -> [RemoteMusic] {
        (0..<count).map { song("\($0)", &random) }
    }

    static func song(_ key: String, _ random: inout SeededGenerator) -> RemoteMusic {
        func any<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
        let releases = [1, 2, 3].map { MusicBrainzID(SIMD16(repeating: UInt8($0))) }
        return RemoteMusic(
            key: key, title: "Song \(any(["a", "b", "c"]))", artist: any(artists),
            artists: any([[], [], ["Ann", "Bob"], ["Solo", "Zoë"]]), album: any(albums),
            albumArtist: any(["", "", "", "Various Artists", "Ann", "THE ANN", "!!!", " "]),
            duration: .seconds(any([30, 200, 400])), disc: any([nil, 1, 2]), track: any([nil, 1, 2, 3]),
            genre: any([nil, "Rock", "rock", "Folk, Rock", "Folk", " "]),
            artworkURL: any([nil, "https://example.org/\(key).jpg"]), explicit: any(ExplicitStatus.allCases),
            released: any([nil, ReleaseDate(year: 2019), ReleaseDate(year: 2019, month: 5), ReleaseDate(year: 2017)]),
            release: any([nil, nil, nil] + releases))
    }
}

extension AlbumLibrary {
    private static let names = ["radio", "shop"]

    /// Makes some of all kinds of changes.
    func change(_ random: inout SeededGenerator) async throws {
        let known = try await sources.sources().map(\.name)
        for name in Self.names where !known.contains(name) {
            try await sources.add(Source(name: name, kind: "test", address: "test:\(name)", added: .distantPast))
        }
        let keys = (0..<Int.random(in: 0...60, using: &random)).map(String.init)
        var songs = keys.map { AlbumSongs.song($0, &random) }
        _ = try await music.refresh(Self.names[0], with: songs)
        // Some songs are the same recordings in another source.
        for index in songs.indices where Bool.random(using: &random) {
            let key = songs[index].key
            if Bool.random(using: &random) { songs[index] = AlbumSongs.song(key, &random) }
            songs[index].recording = songs[index].recording ?? MusicBrainzID(SIMD16(repeating: UInt8(index + 1)))
        }
        _ = try await music.refresh(Self.names[1], with: Array(songs.prefix(Int.random(in: 0...60, using: &random))))
        if Int.random(in: 0..<4, using: &random) == 0 {
            try await sources.remove(
                named: Self.names[Int.random(in: 0...1, using: &random)],
                keepingBookmarked: Bool.random(using: &random))
        }
        let stored = try await music.all().sorted { $0.id < $1.id }
        for song in stored where Int.random(in: 0..<5, using: &random) == 0 {
            _ = try await music.setBookmark(Bool.random(using: &random), of: song.id)
            let started = TimeInterval(1_700_000_000 + Int.random(in: 0..<1_000, using: &random))
            try await history.add(Play(song.id, started: Date(timeIntervalSince1970: started)))
        }
        for album in AlbumQuery().results(from: stored) where Int.random(in: 0..<3, using: &random) == 0 {
            let edits = [
                AnnotationEdit.bookmark(.random(using: &random)), .rate(Rating.allCases.randomElement(using: &random)),
            ]
            for edit in edits { try await annotations.edit([AnnotatedSubject(album)], edit) }
        }
    }
}

extension AlbumLibrary {
    /// The annotations of all albums, without times.
    func albumAnnotations() async throws -> [AlbumID: SubjectAnnotations] {
        try await annotations.all(allowing: .all).reduce(into: [:]) { found, stored in
            if case .album(let id, _, _) = stored.subject { found[id] = stored.annotations.withoutTime }
        }
    }
}

extension AlbumRepository {
    /// The window of a query, read in batches.
    public func results(of query: AlbumQuery) async throws -> [Album] { try await batches(of: query).joined() }
}
