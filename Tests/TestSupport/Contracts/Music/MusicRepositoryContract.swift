public import FermataDomain
import Testing

/// Makes a repository under test with the content of a seed.
public typealias MusicRepositoryFactory = ContractFactory<
    @Sendable (LibrarySeed) async throws -> any MusicRepository
>

/// The rules of every `MusicRepository`.
public enum MusicRepositoryContract {
    public typealias Rule = ContractRule<MusicRepositoryFactory>

    public static let rules: [Rule] = [
        Rule("stores music exactly as the source provides it") { factory in
            let stored = try await factory.make(LibrarySeed(SampleMusic.all)).all()
            #expect(stored.count == SampleMusic.all.count)
            for song in SampleMusic.all.map(\.provided) {
                #expect(stored.count { $0.provided == song } == 1, "\(song.title)")
            }
            #expect(Set(stored.map(\.id)).count == stored.count)
            #expect(stored.allSatisfy { $0.sources == ["radio"] && !$0.isBookmarked })
        },
        Rule("returns the specified results of every query in order") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let all = try await repository.all()
            for music in all where music.title.utf8.count.isMultiple(of: 3) {
                _ = try await repository.setBookmark(true, of: music.id)
            }
            for (index, music) in all.enumerated() where !index.isMultiple(of: 3) {
                try await repository.setRating(Rating.allCases[index % 5], of: music.id)
            }
            let stored = try await repository.all()
            for query in MusicQueries.all {
                let (found, expected) = (try await repository.results(of: query), query.results(from: stored))
                #expect(found.map(\.title) == expected.map(\.title), "\(query)")
                #expect(found == expected, "\(query)")
                #expect(try await repository.count(query) == stored.count(where: query.matches), "\(query)")
            }
        },
        Rule("stores the artist of an album, and orders albums of one name by it") { factory in
            func song(_ title: String, _ artist: String, of albumArtist: String = "", track: Int) -> RemoteMusic {
                RemoteMusic(
                    key: title, title: title, artist: artist, album: "Hits", albumArtist: albumArtist, track: track)
            }
            let songs = [
                song("q1", "Quince", track: 1), song("a1", "Abacus", of: "ABACUS", track: 1),
                song("v1", "Zed", of: "Various Artists", track: 1), song("q2", "Quince & Ann", of: "Quince", track: 2),
                song("a2", "Abacus (feat. Zed)", track: 2), song("v2", "Ann", of: "Various Artists", track: 2),
            ]
            let repository = try await factory.make(LibrarySeed(songs))
            let stored = try await repository.all()
            for song in songs {
                #expect(stored.first { $0.title == song.title }?.albumArtist == song.albumArtist, "\(song.title)")
            }
            _ = try await repository.setBookmark(true, of: stored.map(\.id))
            let titles = ["a1", "a2", "q1", "q2", "v1", "v2"]
            for query in [
                MusicQuery(order: .album), MusicQuery(album: AlbumSelection("hits")),
                MusicQuery(bookmarkedOnly: true, order: .album),
                MusicQuery(order: .album, includesDetails: false),
            ] {
                #expect(try await repository.results(of: query).map(\.title) == titles, "\(query)")
                var reversed = query
                reversed.isReversed = true
                #expect(try await repository.results(of: reversed).map(\.title) == titles.reversed(), "\(query)")
            }
        },
        Rule("emits the current page at once") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let query = MusicQuery(order: .artist, window: Window(offset: 2, limit: 5))
            for try await page in repository.pages(of: query) {
                #expect(try await page.music == repository.results(of: query))
                break
            }
        },
        Rule("emits a page again when its music changes") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let query = MusicQuery(window: Window(limit: 3))
            var pages = repository.pages(of: query).makeAsyncIterator()
            let first = try #require(try await pages.next()?.music.first)
            _ = try await repository.setBookmark(true, of: first.id)
            var page = try await pages.next()
            while let current = page, current.music.first?.isBookmarked != true { page = try await pages.next() }
            #expect(page?.music.first?.isBookmarked == true)
            #expect(try await repository.results(of: query).first?.isBookmarked == true)
        },
        Rule("sets and removes bookmarks and returns the changed song") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let music = try #require(try await repository.all().first)
            #expect(try await repository.setBookmark(true, of: music.id).isBookmarked)
            #expect(try await repository.setBookmark(true, of: music.id).isBookmarked)
            #expect(try await repository.results(of: MusicQuery(bookmarkedOnly: true)).map(\.id) == [music.id])
            #expect(try await !repository.setBookmark(false, of: music.id).isBookmarked)
            #expect(try await repository.count(MusicQuery(bookmarkedOnly: true)) == 0)
        },
        Rule("sets several bookmarks at once and returns the songs in the requested order") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let ids = Array(try await repository.all().prefix(3).map(\.id).reversed())
            let marked = try await repository.setBookmark(true, of: ids)
            #expect(marked.map(\.id) == ids && marked.allSatisfy(\.isBookmarked))
            #expect(try await repository.count(MusicQuery(bookmarkedOnly: true)) == 3)
            #expect(try await repository.setBookmark(false, of: []) == [])
        },
        Rule("throws for a bookmark of unknown music, and changes no other") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let (known, unknown) = (try #require(try await repository.all().first).id, MusicID(7))
            await #expect(throws: MusicError.notFound(unknown.description)) {
                try await repository.setBookmark(true, of: [known, unknown])
            }
            #expect(try await repository.count(MusicQuery(bookmarkedOnly: true)) == 0)
        },
        Rule("rates songs, removes ratings and returns the songs in the requested order") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let ids = Array(try await repository.all().prefix(3).map(\.id).reversed())
            let rated = try await repository.setRating(.four, of: ids)
            #expect(rated.map(\.id) == ids && rated.allSatisfy { $0.rating == .four })
            #expect(try await repository.setRating(.two, of: ids[0]).rating == .two)
            #expect(try await repository.setRating(.two, of: ids[0]).rating == .two)
            #expect(try await repository.setRating(nil, of: ids[1]).rating == nil)
            let stored = try await repository.all().filter { $0.rating != nil }
            #expect(
                Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0.rating) }) == [ids[0]: .two, ids[2]: .four])
            #expect(try await repository.setRating(.one, of: []) == [])
        },
        Rule("throws for a rating of unknown music, and changes no other") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let (known, unknown) = (try #require(try await repository.all().first).id, MusicID(7))
            await #expect(throws: MusicError.notFound(unknown.description)) {
                try await repository.setRating(.five, of: [known, unknown])
            }
            #expect(try await repository.all().allSatisfy { $0.rating == nil })
        },
        Rule("finds music by the prefix of its id in the order of ids") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let all = try await repository.all().sorted { $0.id < $1.id }
            for digits in [1, 4, 16] {
                for music in all {
                    let prefix = try #require(MusicIDPrefix(String(music.id.description.prefix(digits))))
                    let found = try await repository.music(withPrefix: prefix, allowing: .all, limit: 100)
                    #expect(found == all.filter { prefix.range.contains($0.id) })
                    #expect(
                        try await repository.music(withPrefix: prefix, allowing: .all, limit: 1)
                            == Array(found.prefix(1)))
                    for filter in ExplicitFilter.allCases {
                        #expect(
                            try await repository.music(withPrefix: prefix, allowing: filter, limit: 1)
                                == Array(found.filter { filter.allows($0.explicit) }.prefix(1)))
                    }
                }
            }
        },
        Rule("returns ids from one on, in their order, of songs that the filter allows") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let all = try await repository.all().sorted { $0.id < $1.id }
            for filter in ExplicitFilter.allCases {
                let allowed = all.filter { filter.allows($0.explicit) }.map(\.id)
                for first in [MusicID(0), all[1].id, MusicID(all[1].id.value + 1), MusicID(.max)] {
                    let expected = allowed.filter { $0 >= first }
                    for limit in [0, 2, 100] {
                        let found = try await repository.ids(from: first, allowing: filter, limit: limit)
                        #expect(found == Array(expected.prefix(limit)))
                    }
                }
            }
        },
        Rule("returns the songs of ids in their order, and which ids have songs") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            let all = try await repository.all().sorted { $0.id > $1.id }
            let ids = [MusicID(7)] + all.map(\.id) + [all[0].id]
            for filter in ExplicitFilter.allCases {
                let allowed = all.filter { filter.allows($0.explicit) }
                #expect(try await repository.music(ids, allowing: filter) == allowed)
                #expect(try await repository.ids(among: ids, allowing: filter) == Set(allowed.map(\.id)))
            }
            #expect(try await repository.music([], allowing: .all).isEmpty)
            #expect(try await repository.ids(among: [], allowing: .all).isEmpty)
        },
        Rule("returns no results without music") { factory in
            let repository = try await factory.make(LibrarySeed())
            for query in MusicQueries.all { #expect(try await repository.results(of: query).isEmpty) }
        },
        Rule("returns batches that can be abandoned, cancelled and iterated again") { factory in
            let repository = try await factory.make(LibrarySeed(SampleMusic.all))
            try await BatchContract.check(repository.batches(of: MusicQuery()), try await repository.all())
        },
    ]
}

extension Music {
    /// The values that a source provides, for comparison.
    fileprivate var provided: Music {
        Music(
            id: MusicID(0), title: title, artist: artist, album: album, albumArtist: albumArtist,
            duration: duration, disc: disc, track: track, genre: genre, artworkURL: artworkURL, audioURL: audioURL,
            explicit: explicit, popularity: popularity, released: released)
    }
}

extension RemoteMusic {
    fileprivate var provided: Music {
        Music(
            id: MusicID(0), title: title, artist: artist, album: album, albumArtist: albumArtist,
            duration: duration, disc: disc, track: track, genre: genre, artworkURL: artworkURL, audioURL: audioURL,
            explicit: explicit, popularity: popularity, released: released)
    }
}
