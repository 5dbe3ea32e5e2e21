import FermataDomain
import Testing

extension LocalMusicRepositoryContract {
    /// The rules for songs that several artists share.
    static let singleArtistRules: [Rule] = [
        Rule("lists a song of several artists once for each of them, its text unchanged") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            for isFirst in [true, false] {
                let shared = [
                    song("d", by: ["Queen", "David Bowie", "BJÖRK"]), song("e", "!!!", by: ["!!!", "?", "Queen"]),
                ]
                _ = try await music.refresh("radio", with: isFirst ? songs : songs + shared)
            }
            let all = try await music.all()
            #expect(all.count == 8)
            for (name, titles) in [
                ("queen!", ["Song d", "Song e"]), ("?", ["Song e"]), ("!!!", ["Song e"]),
                ("Queen & Others", ["Song d"]), ("Björk", ["Hyperballad", "Jóga", "Song d"]), ("Others", []),
                ("david bowie", ["Changes", "The Jean Genie", "Oh! You Pretty Things", "Song d"]),
            ] {
                let found = try await music.results(of: MusicQuery(artist: name))
                #expect(found.map(\.title) == titles, "\(name)")
                #expect(found.filter { $0.title == "Song d" }.allSatisfy { $0.artist == "Queen & Others" })
                #expect(try await music.count(MusicQuery(artist: name)) == titles.count)
            }
        },
        Rule("selects a window of an artist's own and shared songs in every order") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            let shared = (1...9).map { number in
                song(
                    "\(number * 7 % 10)x", number % 4 == 0 ? "David Bowie" : "Group \(number % 3)",
                    by: ["David Bowie", "Queen", "?"], popularity: Double(number * 5 % 7),
                    explicit: ExplicitStatus.allCases[number % 3])
            }
            _ = try await music.refresh("radio", with: songs + shared)
            let marked = try await music.all().enumerated().filter { $0.offset % 3 == 0 }.map(\.element.id)
            _ = try await music.setBookmark(true, of: marked)
            let all = try await music.all()
            for query in queries(of: "David Bowie") + queries(of: "?") {
                #expect(try await music.results(of: query) == query.results(from: all), "\(query)")
                #expect(try await music.count(query) == all.count { query.matches($0) }, "\(query)")
            }
        },
        Rule("follows the single artists that a source states, also when songs leave") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            for (artists, isChanged) in [
                ([], true), (["Queen", "Cher"], true), (["Cher", "Queen"], false), (["Cher", "Dido"], true),
                (["Cher"], true),
            ] {
                let summary = try await music.refresh("radio", with: songs + [song("d", by: artists)])
                #expect(summary.updated == (isChanged && !artists.isEmpty ? 1 : 0))
                let counted = artists.count > 1 ? Set(artists) : []
                for name in ["Queen", "Cher", "Dido"] {
                    #expect(try await music.count(MusicQuery(artist: name)) == (counted.contains(name) ? 1 : 0))
                }
            }
            _ = try await music.refresh("radio", with: songs + [song("d", by: ["Queen", "Cher"])])
            _ = try await music.refresh("radio", with: songs)
            _ = try await music.refresh("radio", with: songs + [song("f", "Dido")])
            for name in ["Queen", "Cher"] { #expect(try await music.count(MusicQuery(artist: name)) == 0) }
        },
        Rule("unites the single artists that the sources of a song state") { factory in
            for first in ["radio", "shop"] {
                let (music, _) = try await factory.make(sources: ["radio", "shop"])
                let states = ["radio": ["Queen", "Cher"], "shop": ["QUEEN", "Dido"]]
                let catalogues = states.mapValues { [song("d", by: $0)] }
                for source in [first, first == "radio" ? "shop" : "radio"] {
                    _ = try await music.refresh(source, with: catalogues[source, default: []])
                }
                let shared = try #require(try await music.all().first)
                #expect(shared.sources == ["radio", "shop"])
                #expect(shared.artists.map(ArtistName.init) == ["Cher", "Dido", "Queen"].map(ArtistName.init))
                #expect(try await music.results(of: MusicQuery(artist: "queen")).map(\.id) == [shared.id])
                _ = try await music.refresh("shop", with: [songs[0]])
                _ = try await music.refresh("radio", with: catalogues["radio", default: []])
                #expect(try await music.results(of: MusicQuery(text: "Song d")).map(\.artists) == [["Cher", "Queen"]])
                #expect(try await music.count(MusicQuery(artist: "Dido")) == 0)
            }
        },
        Rule("keeps the single artists that a source states under a new id") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            let known = song("d", by: ["Queen", "Cher"])
            var renewed = song("d", by: ["Queen", "Dido"])
            renewed.key = "new"
            for source in ["radio", "shop"] { _ = try await music.refresh(source, with: [known]) }
            _ = try await music.refresh("shop", with: [renewed])
            let shared = try #require(try await music.all().first)
            #expect(shared.sources == ["radio", "shop"])
            #expect(try await music.results(of: MusicQuery(artist: "dido")).map(\.id) == [shared.id])
        },
        Rule("adds the single artists of a joining recording, whichever artist it shows") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            var (known, joining) = (song("d", "Queen feat. Bowie"), song("d", "Bowie", by: ["Bowie", "Queen"]))
            known.recording = MusicBrainzID("f2a36b0c-7f4d-4a40-9ba5-5ec4e2b8d0a1")
            joining.recording = known.recording
            _ = try await music.refresh("radio", with: [known])
            _ = try await music.refresh("shop", with: [joining])
            let shared = try #require(try await music.all().first)
            #expect(shared.sources == ["radio", "shop"] && shared.artists == ["Bowie", "Queen"])
            for name in ["Bowie", "Queen"] { #expect(try await music.count(MusicQuery(artist: name)) == 1) }
        },
    ]

    private static func song(
        _ key: String, _ artist: String = "Queen & Others", by artists: [String] = [], popularity: Double? = nil,
        explicit: ExplicitStatus = .unknown
    ) -> RemoteMusic {
        RemoteMusic(
            key: key, title: "Song \(key)", artist: artist, artists: artists, explicit: explicit, popularity: popularity
        )
    }

    private static func queries(of artist: String) -> [MusicQuery] {
        var queries: [MusicQuery] = []
        for order in SortOrder.allCases {
            for (offset, limit) in [(0, nil), (0, 3), (2, 4), (5, 9)] as [(Int, Int?)] {
                for isReversed in [false, true] {
                    queries.append(
                        MusicQuery(
                            artist: artist, order: order, isReversed: isReversed, bookmarkedFirst: offset != 2,
                            window: Window(offset: offset, limit: limit)))
                }
            }
        }
        return queries + ExplicitFilter.allCases.map { MusicQuery(artist: artist, explicit: $0) } + [
            MusicQuery(bookmarkedOnly: true, artist: artist), MusicQuery(text: "song", artist: artist),
            MusicQuery(text: "song x", artist: artist, window: Window(offset: 1, limit: 2)),
            MusicQuery(text: "bowie", artist: artist), MusicQuery(artist: artist, album: AlbumSelection("")),
        ]
    }
}
