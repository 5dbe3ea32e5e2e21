public import FermataDomain
import Testing

/// Makes a library with the content of a seed, and its lyrics.
public typealias LyricsRepositoryFactory = ContractFactory<
    @Sendable (LibrarySeed) async throws -> (music: any LocalMusicRepository, lyrics: any LyricsRepository)
>

/// The rules of every `LyricsRepository`.
public enum LyricsRepositoryContract {
    public typealias Rule = ContractRule<LyricsRepositoryFactory>
    private static let songs = [
        RemoteMusic(key: "1", title: "Changes", artist: "David Bowie", lyrics: "[00:01.00]Still don't know\nZeit\u{0}"),
        RemoteMusic(key: "2", title: "Jóga", artist: "Björk"),
        RemoteMusic(key: "3", title: "Hard Carry", artist: "GOT7", lyrics: "하드캐리", explicit: .explicit),
    ]

    public static let rules: [Rule] = [
        Rule("returns the lines that the source provides, with their times") { factory in
            let (music, lyrics) = try await factory.make(LibrarySeed(songs))
            let changes = [LyricLine(time: .seconds(1), "Still don't know"), LyricLine("Zeit\u{0}")]
            #expect(try await lyrics.lyrics(of: "Changes", in: music)?.lines == changes)
            #expect(try await lyrics.lyrics(of: "Jóga", in: music)?.isEmpty == true)
            #expect(try await lyrics.lyrics(of: "Hard Carry", in: music)?.lines == [LyricLine("하드캐리")])
        },
        Rule("throws for unknown music and for music that the filter leaves out") { factory in
            let (music, lyrics) = try await factory.make(LibrarySeed(songs))
            let hidden = try #require(try await music.results(of: MusicQuery(text: "Hard Carry")).first).id
            await #expect(throws: MusicError.notFound(hidden.description)) {
                try await lyrics.lyrics(of: hidden, allowing: .notExplicit)
            }
            await #expect(throws: MusicError.notFound(MusicID(7).description)) {
                try await lyrics.lyrics(of: MusicID(7), allowing: .all)
            }
        },
        Rule("finds the songs that have lyrics, without those that the filter leaves out") { factory in
            let (music, lyrics) = try await factory.make(LibrarySeed(songs))
            let all = try await music.all()
            for (filter, titles) in [(ExplicitFilter.all, ["Changes", "Hard Carry"]), (.notExplicit, ["Changes"])] {
                let found = try await lyrics.songsWithLyrics(among: all.map(\.id) + [MusicID(7)], allowing: filter)
                #expect(Set(all.filter { found.contains($0.id) }.map(\.title)) == Set(titles))
                #expect(found.count == titles.count)
            }
            let others = all.filter { $0.title == "Jóga" }.map(\.id)
            #expect(try await lyrics.songsWithLyrics(among: others, allowing: .all).isEmpty)
            #expect(try await lyrics.songsWithLyrics(among: [], allowing: .all).isEmpty)
        },
        Rule("counts added, changed and removed lyrics as updates in the next sync") { factory in
            let (music, lyrics) = try await factory.make(LibrarySeed(songs))
            var changed = songs
            (changed[0].lyrics, changed[1].lyrics, changed[2].lyrics) = ("new", "added", "")
            #expect(try await music.refresh("radio", with: changed).updated == 3)
            for song in changed {
                let expected = song.lyrics.isEmpty ? [] : [LyricLine(song.lyrics)]
                #expect(try await lyrics.lyrics(of: song.title, in: music)?.lines == expected)
            }
        },
        Rule("removes lyrics with their song") { factory in
            let (music, lyrics) = try await factory.make(LibrarySeed(songs))
            let id = try #require(try await music.results(of: MusicQuery(text: "Changes")).first).id
            _ = try await music.refresh("radio", with: Array(songs.dropFirst()))
            await #expect(throws: MusicError.notFound(id.description)) {
                try await lyrics.lyrics(of: id, allowing: .all)
            }
            var returned = songs
            returned[0].lyrics = ""
            _ = try await music.refresh("radio", with: returned)
            #expect(try await lyrics.lyrics(of: id, allowing: .all).isEmpty)
        },
        Rule("names a song's key in each source that has keys, and only there") { factory in
            var keyed = songs
            keyed[1].needsKey = true
            let (music, lyrics) = try await factory.make(LibrarySeed(keyed))
            for song in try await music.all() {
                let origin = LyricsOrigin(source: "radio", key: "2", title: "Jóga", artist: "Björk")
                #expect(try await lyrics.origins(of: song.id) == (song.title == "Jóga" ? [origin] : []))
            }
            #expect(try await lyrics.origins(of: MusicID(7)) == [])
        },
        Rule("stores requested lyrics until their song is removed or its source provides some") { factory in
            var keyed = songs
            keyed[1].needsKey = true
            let (music, lyrics) = try await factory.make(LibrarySeed(keyed))
            let id = try #require(try await music.results(of: MusicQuery(text: "Jóga")).first).id
            let lines = Lyrics([LyricLine("a"), LyricLine(time: .milliseconds(61_234), "[x] b"), LyricLine("c\u{0}")])
            try await lyrics.store(lines, of: id)
            try await lyrics.store(Lyrics([LyricLine("later")]), of: id)
            try await lyrics.store(lines, of: MusicID(7))
            keyed[1].popularity = 7
            _ = try await music.refresh("radio", with: keyed)
            #expect(try await lyrics.lyrics(of: id, allowing: .all) == lines)
            keyed[1].lyrics = "provided"
            _ = try await music.refresh("radio", with: keyed)
            #expect(try await lyrics.lyrics(of: id, allowing: .all).lines == [LyricLine("provided")])
            _ = try await music.refresh("radio", with: [keyed[0]])
            keyed[1].lyrics = ""
            _ = try await music.refresh("radio", with: keyed)
            #expect(try await lyrics.lyrics(of: id, allowing: .all).isEmpty)
        },
        Rule("returns the primary source's lyrics of a recording that several sources provide") { factory in
            var other = songs
            other[0].lyrics = "other"
            let seed = LibrarySeed([(name: "radio", music: songs), (name: "shop", music: other)])
            let (music, lyrics) = try await factory.make(seed)
            #expect(try await music.count(MusicQuery()) == songs.count)
            #expect(try await lyrics.lyrics(of: "Changes", in: music)?.isTimed == true)
        },
    ]
}

extension LyricsRepository {
    fileprivate func lyrics(of title: String, in music: any MusicRepository) async throws -> Lyrics? {
        guard let song = try await music.all().first(where: { $0.title == title }) else { return nil }
        return try await lyrics(of: song.id, allowing: .all)
    }
}
