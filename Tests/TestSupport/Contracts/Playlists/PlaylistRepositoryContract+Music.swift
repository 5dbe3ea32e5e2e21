import FermataDomain
import Testing

extension PlaylistRepositoryContract {
    private static let titles = Dictionary(uniqueKeysWithValues: SampleMusic.all.map { ($0.key, $0.title) })

    /// The rules for the music of playlists.
    static let musicRules: [Rule] = [
        Rule("reads a playlist's music in its order") { factory in
            let library = try await factory.make()
            for remote in SamplePlaylists.all {
                let listed = try await library.playlists.all().filter { $0.name.utf8.elementsEqual(remote.name.utf8) }
                let read = try await library.playlists.music(in: #require(listed.first))
                #expect(read.map(\.title) == remote.songKeys.compactMap { titles[$0] }, "\(remote.name)")
                let stored = try await library.music.all()
                #expect(read.allSatisfy(stored.contains))
            }
        },
        Rule("returns a long playlist in batches that can be cancelled and iterated again") { factory in
            let music = (0..<700).map { RemoteMusic(key: "\($0)", title: "Song \($0)") }
            let keys = (0..<1_734).map { "\($0 * 31 % 700)" }
            let library = try await factory.make(music, [RemotePlaylist(key: "long", name: "Long", songKeys: keys)])
            #expect(try await library.playlists.titles(in: "long") == keys.map { "Song \($0)" })
            let long = try await library.playlists.playlist("long")
            let batches = library.playlists.batches(of: long.id, allowing: .all, window: .all)
            try await BatchContract.check(batches, try await library.playlists.music(in: long))
        },
        Rule("returns the requested window of a playlist's music") { factory in
            let music = (0..<700).map { RemoteMusic(key: "\($0)", title: "Song \($0)") }
            let keys = (0..<1_734).map { "\($0 * 31 % 700)" }
            let library = try await factory.make(music, [RemotePlaylist(key: "long", name: "Long", songKeys: keys)])
            let long = try await library.playlists.playlist("long")
            for window in [Window(limit: 3), Window(offset: 1_730), Window(offset: 600, limit: 20), Window(limit: 0)] {
                let rest = keys.dropFirst(window.offset)
                let expected = window.limit.map { rest.prefix($0) } ?? rest
                let read = try await library.playlists.music(in: long, window: window)
                #expect(read.map(\.title) == expected.map { "Song \($0)" })
            }
        },
        Rule("returns no music of an unknown playlist") { factory in
            let library = try await factory.make()
            let unknown = Playlist(id: PlaylistID(7), name: "", source: "")
            #expect(try await library.playlists.music(in: unknown).isEmpty)
        },
        Rule("counts every entry, repeated ones too, and missing ones separately") { factory in
            let playlists = try await factory.make().playlists
            let twice = try await playlists.playlist("twice")
            #expect(twice.count == 4 && twice.missing == 2)
            #expect(
                try await playlists.titles(in: "twice") == ["Changes", "하드캐리 Hard Carry", "Changes", "Changes"])
            for remote in SamplePlaylists.all {
                let stored = remote.songKeys.count { titles[$0] != nil }
                #expect(
                    try await playlists.all().contains {
                        $0.name.utf8.elementsEqual(remote.name.utf8) && $0.count == stored
                            && $0.missing == remote.songKeys.count - stored
                    }, "\(remote.name)")
            }
        },
        Rule("counts and returns only allowed music, and hides playlists without any") { factory in
            let library = try await factory.make()
            let all = try await library.playlists.all()
            for filter in ExplicitFilter.allCases {
                var expected: [Playlist] = []
                for var playlist in all {
                    let music = try await library.playlists.music(in: playlist)
                    let allowed = music.filter { filter.allows($0.explicit) }
                    #expect(try await library.playlists.music(in: playlist, allowing: filter) == allowed)
                    playlist.count = allowed.count
                    if filter == .all || !allowed.isEmpty { expected.append(playlist) }
                }
                #expect(try await library.playlists.all(allowing: filter) == expected)
                for playlist in all {
                    #expect(
                        try await library.playlists.playlists(
                            matching: playlist.id.description, allowing: filter, limit: 1)
                            == expected.filter { $0.id == playlist.id }.map(\.uncounted))
                }
            }
            let allowed = try await library.playlists.playlists(
                nameContaining: "road", allowing: .notExplicit, window: .all)
            #expect(allowed.map(\.name) == ["Road trip", "road trip"])
        },
        Rule("includes music that is added, or returns, after the playlist") { factory in
            let mix = RemotePlaylist(key: "p", name: "Mix", songKeys: ["3", "1", "2"])
            let library = try await factory.make([], [mix])
            #expect(try await library.playlists.playlist("mix").missing == 3)
            for keys in [["1", "2"], ["1", "2", "3"], ["3"], [], ["2", "3"]] {
                _ = try await library.music.refresh("radio", with: SampleMusic.all.filter { keys.contains($0.key) })
                let mix = try await library.playlists.playlist("mix")
                #expect((mix.count, mix.missing) == (keys.count, 3 - keys.count))
                #expect(
                    try await library.playlists.titles(in: "mix")
                        == ["3", "1", "2"].filter(keys.contains).compactMap { titles[$0] })
            }
        },
        Rule("finds merged music through the playlists of both sources") { factory in
            let library = try await factory.make(sources: ["radio", "shop"])
            var same = SampleMusic.all[0]
            same.key = "x"
            _ = try await library.music.refresh("radio", with: Array(SampleMusic.all.prefix(2)))
            _ = try await library.music.refresh("shop", with: [same])
            _ = try await library.playlists.refresh(
                "radio", with: [RemotePlaylist(key: "p", name: "Radio's", songKeys: ["1", "x"])])
            _ = try await library.playlists.refresh(
                "shop", with: [RemotePlaylist(key: "p", name: "Shop's", songKeys: ["x", "1"])])
            let both = try #require(try await library.music.results(of: MusicQuery(text: "Changes")).first)
            #expect(both.sources == ["radio", "shop"])
            for name in ["radio's", "shop's"] {
                let playlist = try await library.playlists.playlist(name)
                #expect((playlist.count, playlist.missing) == (1, 1))
                #expect(try await library.playlists.music(in: playlist) == [both])
            }
        },
    ]
}
