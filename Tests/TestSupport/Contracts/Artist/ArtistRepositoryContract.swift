import FermataDomain
import Testing

/// The rules of every `ArtistRepository` and the library that it belongs to.
public enum ArtistRepositoryContract {
    public typealias Rule = ContractRule<PlaylistRepositoryFactory>

    public static let rules: [Rule] = [
        Rule("finds only the artist of exactly that name, compared by sort keys") { factory in
            let artists = try await factory.make(songs(by: ["Queen", "Queen & David Bowie", "Queens", "The Queen"]))
                .artists
            #expect(try await artists.named("queen") == [Artist(name: "Queen", trackCount: 2)])
            #expect(try await artists.named("QUEENS!").map(\.name) == ["Queens"])
            #expect(try await artists.named("queen", limit: 0) == [])
        },
        Rule("finds artists by their exact names in the order of these, without others") { factory in
            let library = try await factory.make(songs(by: ["Queen", "AC/DC", "Queens", "The Queen", "!!!"]))
            let names = ["ac dc", "Nobody", "!!!", "QUEENS", "queen", "que", "acdc", ""]
            let found = try await library.artists.artists(named: names, allowing: .all)
            #expect(found.map(\.name) == ["AC/DC", "!!!", "Queens", "Queen"])
            #expect(found.map(\.trackCount) == [1, 1, 1, 2])
        },
        Rule("returns a spelling of the name of an allowed artist of songs or albums") { factory in
            var remote = songs(by: ["Queen", "AC/DC", "!!!", "Eminem"])
            remote[0].albumArtist = "Various Artists"
            remote[0].album = "Now"
            remote[3].explicit = .explicit
            let artists = try await factory.make(remote).artists
            for (name, spelling) in [
                ("the queen", "Queen"), ("ac dc", "AC/DC"), ("!!!", "!!!"), ("?!", nil), ("que", nil), ("", nil),
                ("VARIOUS artists", "Various Artists"), ("eminem", "Eminem"),
            ] as [(String, String?)] {
                #expect(try await artists.spelling(of: ArtistName(name), allowing: .all) == spelling, "\(name)")
            }
            #expect(try await artists.spelling(of: ArtistName("eminem"), allowing: .notExplicit) == nil)
        },
        Rule("lists names that begin with the text first, then words, then others, by songs") { factory in
            let names = [
                "Bed", "Ed", "Eddie", "Eddie", "Eddie", "Mr Ed", "Ed Sheeran", "Edith", "Edith", "Speed", "Speed",
            ]
            let artists = try await factory.make(songs(by: names)).artists
            #expect(
                try await artists.named("e").map(\.name) == [
                    "Eddie", "Edith", "Ed", "Ed Sheeran", "Mr Ed", "Speed", "Bed",
                ])
            #expect(try await artists.named("ed s").map(\.name) == ["Ed Sheeran"])
            #expect(try await artists.named("e", limit: 3).map(\.name) == ["Eddie", "Edith", "Ed"])
        },
        Rule("compares names without spaces if no name contains the text") { factory in
            let artists = try await factory.make(
                songs(by: ["AC/DC", "AC/DC", "Acdcish", "Guns N' Roses", "P!nk", "!!!"])
            ).artists
            #expect(try await artists.named("ac/dc") == [Artist(name: "AC/DC", trackCount: 2)])
            #expect(try await artists.named("gunsnroses").map(\.name) == ["Guns N' Roses"])
            #expect(try await artists.named("nroses").map(\.name) == ["Guns N' Roses"])
            #expect(try await artists.named("pnk").map(\.name) == ["P!nk"])
            let other = try await factory.make(songs(by: ["AC/DC", "Big AC/DC Cover Band"])).artists
            #expect(try await other.named("acdc").map(\.name) == ["AC/DC"])
            #expect(try await other.named("dcc").map(\.name) == ["Big AC/DC Cover Band"])
            #expect(try await other.named("acdcx").isEmpty)
        },
        Rule("finds artists by a part of the name in any script") { factory in
            let artists = try await factory.make().artists
            for (text, names) in [
                ("bowie", ["David Bowie"]),
                (
                    "o",
                    ["David Bowie", "BJÖRK", "Fleetwood Mac", "Dolly Parton", "GOT7", "Quote \"'; DROP TABLE music"]
                ),
                ("메가", []), ("メガ", ["オメガトライブ"]), ("버오케", ["챔버오케스트라"]), ("strasse", ["Straße"]), ("аквар", ["Аквариум"]),
                ("unknown", []), ("%", []), ("JOE", []),
            ] {
                #expect(try await artists.named(text).map(\.name) == names, "\(text)")
                #expect(try await artists.named(text, limit: 2).map(\.name) == Array(names.prefix(2)), "\(text)")
            }
        },
        Rule("lists all artists by an empty text, symbol names last, nameless music not") {
            factory in
            let all = SampleMusic.all + [RemoteMusic(key: "s", title: "+", artist: "+/-")]
            let library = try await factory.make(all)
            let named = try await library.music.all().filter { !$0.artist.isEmpty }
            let groups = Dictionary(grouping: named) { ArtistName($0.artist) }
            let expected = groups.sorted {
                $0.key.key != $1.key.key ? $0.key.key < $1.key.key : $0.key.raw ?? "" < $1.key.raw ?? ""
            }
            for text in ["", " "] {
                let found = try await library.artists.named(text, limit: 100)
                #expect(found == expected.map { Artist(spelled: $0.value.map(\.artist)) })
                #expect(found.suffix(2).map(\.name) == ["!!!", "+/-"])
                for limit in [1, 5, found.count - 1] {
                    #expect(try await library.artists.named(text, limit: limit) == Array(found.prefix(limit)))
                }
            }
        },
        Rule("finds artists named in symbols only by symbols") { factory in
            let artists = try await factory.make(songs(by: ["!!!", "!", "?!", "Wham!", ""])).artists
            #expect(try await artists.named("!").map(\.name) == ["!"])
            #expect(try await artists.named("!!").map(\.name) == ["!!!"])
            #expect(try await artists.named(" ! ").map(\.name) == ["!", "!!!", "?!"])
            #expect(try await artists.named(" ! ", limit: 2).map(\.name) == ["!", "!!!"])
            #expect(try await artists.named("wham").map(\.name) == ["Wham!"])
            #expect(try await artists.named("+").isEmpty)
        },
        Rule("names an artist as most of the music does, or else by code point") { factory in
            let artists = try await factory.make(
                songs(by: ["Björk", "BJÖRK", "BJÖRK", "bjork", "Abba", "ABBA", "", "a\u{0}ha", "a\u{0}ha", "A ha"])
            ).artists
            #expect(try await artists.named("bjork") == [Artist(name: "BJÖRK", trackCount: 4)])
            #expect(try await artists.named("abba") == [Artist(name: "ABBA", trackCount: 2)])
            #expect(try await artists.named("bba") == [Artist(name: "ABBA", trackCount: 2)])
            #expect(try await artists.named("a ha") == [Artist(name: "a\u{0}ha", trackCount: 3)])
        },
        Rule("counts only allowed music and hides artists without any") { factory in
            let music = [
                RemoteMusic(key: "1", title: "1", artist: "KISS", explicit: .explicit),
                RemoteMusic(key: "2", title: "2", artist: "KISS", explicit: .explicit),
                RemoteMusic(key: "3", title: "3", artist: "Kiss", explicit: .clean),
                RemoteMusic(key: "4", title: "4", artist: "Kiss Me", explicit: .explicit),
                RemoteMusic(key: "5", title: "5", artist: "***", explicit: .explicit),
                RemoteMusic(key: "6", title: "6", artist: "Kissed"),
            ]
            let artists = try await factory.make(music, []).artists
            #expect(try await artists.named("kiss") == [Artist(name: "KISS", trackCount: 3)])
            for filter in [ExplicitFilter.notExplicit, .cleanOnly] {
                #expect(try await artists.named("kiss", allowing: filter) == [Artist(name: "Kiss", trackCount: 1)])
                #expect(try await artists.named("***", allowing: filter).isEmpty)
                #expect(try await artists.named("kiss me", allowing: filter).isEmpty)
            }
            #expect(try await artists.named("kis", allowing: .notExplicit).map(\.name) == ["Kiss", "Kissed"])
            #expect(try await artists.named("", allowing: .cleanOnly).map(\.name) == ["Kiss"])
        },
        Rule("ignores an artist of exactly that name if the filter excludes all their music") { factory in
            let music = [
                RemoteMusic(key: "1", title: "1", artist: "Rude", explicit: .explicit),
                RemoteMusic(key: "2", title: "2", artist: "Rude Boys", explicit: .clean),
                RemoteMusic(key: "3", title: "3", artist: "!", explicit: .explicit),
                RemoteMusic(key: "4", title: "4", artist: "!!!", explicit: .clean),
            ]
            let artists = try await factory.make(music, []).artists
            for filter in [ExplicitFilter.notExplicit, .cleanOnly] {
                for (name, found) in [
                    ("Rude", "Rude Boys"), ("RUDE!", "Rude Boys"), ("rud", "Rude Boys"), ("!", "!!!"),
                ] {
                    #expect(try await artists.named(name, allowing: filter).map(\.name) == [found], "\(name)")
                }
            }
            #expect(try await artists.named("Rude").map(\.name) == ["Rude"])
        },
        Rule("completes a name or a word of it: names that begin so first, then by songs") { factory in
            let names = [
                "Bed", "Ed", "Eddie", "Eddie", "Eddie", "Mr Ed", "Big Ed", "Mr Ed", "Ed Sheeran", "The Edge", "Edith",
                "Edith", "Speed", "!!!", "", "챔버오케스트라",
            ]
            let artists = try await factory.make(songs(by: names)).artists
            for (text, found) in [
                ("ED", ["Eddie", "Edith", "Ed", "Ed Sheeran", "The Edge", "Mr Ed", "Big Ed"]),
                ("ed", ["Eddie", "Edith", "Ed", "Ed Sheeran", "The Edge", "Mr Ed", "Big Ed"]),
                ("ed s", ["Ed Sheeran"]), ("sheer", ["Ed Sheeran"]), ("챔버", ["챔버오케스트라"]),
                ("오케", []), ("peed", []), ("!", []), ("", []), (" ", []), ("%", []),
            ] {
                let all = try await artists.beginning(text).map(\.name)
                #expect(all == found, "\(text)")
                for limit in [0, 1, 3] {
                    #expect(try await artists.beginning(text, limit: limit).map(\.name) == Array(all.prefix(limit)))
                }
            }
            #expect(try await artists.beginning("eddie") == [Artist(name: "Eddie", trackCount: 3)])
        },
        Rule("completes no name of an artist whose music the filter excludes") { factory in
            let music = [
                RemoteMusic(key: "1", title: "1", artist: "Rude", explicit: .explicit),
                RemoteMusic(key: "2", title: "2", artist: "Very Rude", explicit: .explicit),
                RemoteMusic(key: "3", title: "3", artist: "Rude Boys", explicit: .clean),
                RemoteMusic(key: "4", title: "4", artist: "rude boys", explicit: .explicit),
                RemoteMusic(key: "5", title: "5", artist: "RUDE BOYS", explicit: .explicit),
                RemoteMusic(key: "6", title: "6", artist: "Not Rude"),
            ]
            let artists = try await factory.make(music, []).artists
            #expect(
                try await artists.beginning("rude").map(\.name) == ["RUDE BOYS", "Rude", "Not Rude", "Very Rude"])
            #expect(try await artists.beginning("rude", limit: 3).map(\.name) == ["RUDE BOYS", "Rude", "Not Rude"])
            #expect(
                try await artists.beginning("rude", allowing: .notExplicit) == [
                    Artist(name: "Rude Boys", trackCount: 1), Artist(name: "Not Rude", trackCount: 1),
                ])
            #expect(try await artists.beginning("rude", allowing: .cleanOnly).map(\.name) == ["Rude Boys"])
        },
        Rule("finds playlists with an artist's music: most of it first, then by name") { factory in
            let library = try await factory.make()
            let bowie = try await library.artists.playlists(of: "DAVID bowie!")
            #expect(bowie.map(\.playlist.name) == ["Road trip", "Twice"])
            #expect(bowie.map(\.artistSongCount) == [3, 3])
            let listed = try await library.playlists.all().filter { ["Road trip", "Twice"].contains($0.name) }
            #expect(bowie.map(\.playlist) == listed)
            #expect(try await library.artists.playlists(of: "David Bowie", limit: 1) == [bowie[0]])
            #expect(try await library.artists.playlists(of: "David Bowie", limit: 0).isEmpty)
            #expect(try await library.artists.playlists(of: "오메가").isEmpty)
            #expect(try await library.artists.playlists(of: "!!!").map(\.playlist.name) == ["!!!"])
            #expect(try await library.artists.playlists(of: "").isEmpty)
            #expect(try await library.artists.playlists(of: "GOT7", allowing: .notExplicit).isEmpty)
        },
        Rule("finds and counts each single artist of songs that several share") { factory in
            let library = try await factory.generated(hasSharedSongs: true)
            for filter in ExplicitFilter.allCases {
                let music = try await library.music.results(of: MusicQuery(explicit: filter))
                let names = Dictionary(grouping: music.flatMap(\.allArtists)) { ArtistName($0) }
                let expected = names.sorted { $0.key < $1.key }.map { Artist(spelled: $0.value) }
                #expect(expected.map(\.trackCount).reduce(0, +) > music.count)
                #expect(try await library.artists.named("", allowing: filter, limit: 100) == expected)
                for artist in expected {
                    #expect(try await library.artists.named(artist.name, allowing: filter) == [artist])
                }
                // A search finds songs by the artists that they show.
                #expect(try await library.artists.beginning("only", allowing: filter).isEmpty)
                for part in ["b", "!", "only"] {
                    let found = try await library.artists.named(part, allowing: filter, limit: 100)
                    let containing = expected.filter {
                        part == "!" ? $0.name.contains(part) : SortKey($0.name).text.contains(part)
                    }
                    #expect(Set(found.map(\.name)) == Set(containing.map(\.name)), "\(part)")
                    #expect(found.allSatisfy(expected.contains))
                }
            }
        },
        Rule("counts an artist's entries in playlists as lists of playlists do") { factory in
            for hasSharedSongs in [false, true] {
                let library = try await factory.generated(hasSharedSongs: hasSharedSongs)
                for filter in ExplicitFilter.allCases {
                    let all = try await library.playlists.all(allowing: filter)
                    for artist in try await library.artists.named("", limit: 100).map(\.name) {
                        var counted: [ArtistPlaylist] = []
                        for playlist in all {
                            let music = try await library.playlists.music(in: playlist, allowing: filter)
                            let songCount = music.count { $0.isBy(ArtistName(artist)) }
                            if songCount > 0 {
                                counted.append(ArtistPlaylist(playlist: playlist, artistSongCount: songCount))
                            }
                        }
                        let expected = counted.sorted { $0.artistSongCount > $1.artistSongCount }
                        #expect(
                            try await library.artists.playlists(of: artist, allowing: filter) == expected, "\(artist)")
                        #expect(
                            try await library.artists.playlists(of: artist, allowing: filter, limit: 2)
                                == Array(expected.prefix(2)))
                    }
                }
            }
        },
        Rule("relates artists exactly as `RelatedArtists` does") { factory in
            for hasSharedSongs in [false, true] {
                let library = try await factory.generated(hasSharedSongs: hasSharedSongs)
                for filter in ExplicitFilter.allCases {
                    let music = try await library.music.results(of: MusicQuery(explicit: filter))
                    var playlists: [[Music]] = []
                    for playlist in try await library.playlists.all() {
                        playlists.append(try await library.playlists.music(in: playlist, allowing: filter))
                    }
                    for artist in try await library.artists.named("", limit: 100).map(\.name) {
                        let expected = RelatedArtists.related(to: artist, playlists: playlists, among: music)
                        #expect(
                            try await library.artists.related(to: artist, allowing: filter) == expected, "\(artist)")
                        #expect(
                            try await library.artists.related(to: artist, allowing: filter, limit: 3)
                                == Array(expected.prefix(3)))
                    }
                }
            }
        },
        Rule("relates no one to an artist that is unknown, nameless or in no playlist") { factory in
            let library = try await factory.make()
            for artist in ["unknown", "", "Prince", "Fleetwood"] {
                #expect(try await library.artists.related(to: artist).isEmpty, "\(artist)")
            }
            #expect(try await library.artists.related(to: "BJORK").isEmpty)
            #expect(try await library.artists.related(to: "GOT7", allowing: .notExplicit).isEmpty)
        },
        Rule("relates artists of merged music through the playlists of both sources") { factory in
            let library = try await factory.make(sources: ["radio", "shop"])
            var same = SampleMusic.all[0]
            same.key = "x"
            _ = try await library.music.refresh("radio", with: Array(SampleMusic.all.prefix(5)))
            _ = try await library.music.refresh("shop", with: [same, SampleMusic.all[10]])
            _ = try await library.playlists.refresh(
                "radio", with: [RemotePlaylist(key: "p", name: "Radio's", songKeys: ["1", "4"])])
            _ = try await library.playlists.refresh(
                "shop", with: [RemotePlaylist(key: "p", name: "Shop's", songKeys: ["11", "x"])])
            let related = try await library.artists.related(to: "David Bowie")
            #expect(related.map(\.artist.name) == ["BJÖRK", "Dolly Parton"])
            #expect(related.map(\.closeness) == [1_000_000_000, 1_000_000_000])
            #expect(
                try await library.artists.playlists(of: "David Bowie").map(\.playlist.name) == ["Radio's", "Shop's"])
        },
    ]

    private static func songs(by artists: [String]) -> [RemoteMusic] {
        artists.enumerated().map { RemoteMusic(key: "\($0)", title: "Song \($0)", artist: $1) }
    }
}

extension PlaylistRepositoryFactory {
    /// A library whose artists share many playlists; names, statuses and missing songs vary.
    ///
    /// If `hasSharedSongs`, some songs have several artists, and one artist has no song alone.
    fileprivate func generated(hasSharedSongs: Bool) async throws -> PlaylistLibrary {
        let names = [
            "Abba", "ABBA", "The Abba", "!!!", "?", "", "아이유", "Björk", "Bjork", "Cher", "Dido", "Enya", "GOT7",
        ]
        let music = (0..<120).map { number in
            RemoteMusic(
                key: "\(number)", title: "Song \(number)", artist: names[number * number % 31 % names.count],
                artists: hasSharedSongs && number % 3 == 0
                    ? [names[number % 13], names[number * 5 % 13], "Only Shared"] : [],
                explicit: ExplicitStatus.allCases[number % 7 % 3])
        }
        let playlists = (0..<40).map { number in
            let keys = (0..<number % 9 + 1).map { "\((number * 13 + $0 * $0 * 7) % 130)" }
            return RemotePlaylist(key: "\(number)", name: "Mix \(number % 5)", songKeys: keys)
        }
        return try await make(music, playlists)
    }
}

extension ArtistRepository {
    fileprivate func named(
        _ text: String, allowing filter: ExplicitFilter = .all, limit: Int = 10
    ) async throws -> [Artist] {
        let found = try await artists(nameContaining: text, allowing: filter, limit: limit)
        if found.count < limit {
            #expect(try await count(nameContaining: text, allowing: filter) == found.count, "\(text)")
        }
        return found
    }

    fileprivate func beginning(
        _ text: String, allowing filter: ExplicitFilter = .all, limit: Int = 10
    ) async throws -> [Artist] {
        try await artists(beginningWith: text, allowing: filter, limit: limit)
    }

    fileprivate func playlists(
        of artist: String, allowing filter: ExplicitFilter = .all, limit: Int = 100
    ) async throws -> [ArtistPlaylist] {
        try await playlists(withMusicBy: artist, allowing: filter, limit: limit)
    }

    fileprivate func related(
        to artist: String, allowing filter: ExplicitFilter = .all, limit: Int = 100
    ) async throws -> [RelatedArtist] {
        try await relatedArtists(to: artist, allowing: filter, limit: limit)
    }
}
