import FermataDomain
import Foundation
import Testing

/// The rules of every `PersonalDataRepository` and the library that it belongs to.
public enum PersonalDataRepositoryContract {
    public typealias Rule = ContractRule<PlaylistRepositoryFactory>
    private static let songs = SampleMusic.all

    public static let rules: [Rule] = bookmarkRules + ratingRules + playlistRules + ownPlaylistRules + sourceRules

    private static let bookmarkRules: [Rule] = [
        Rule("returns bookmarks in the order of ids, then those of unknown music") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            let chosen = try await library.music.all().prefix(4).sorted { $0.id < $1.id }
            for song in chosen { _ = try await library.music.setBookmark(true, of: song.id) }
            let unknown = ExportedBookmark(id: MusicID(1), otherIDs: [MusicID(2), MusicID(3)])
            #expect(try await library.data.add([unknown], allowing: .all) == [.unmatched])
            let bookmarks = try await library.data.allBookmarks()
            #expect(bookmarks.map(\.id) == chosen.map(\.id) + [MusicID(1)])
            #expect(bookmarks.map(\.title) == chosen.map(\.title) + [nil])
            #expect(bookmarks.last == unknown)
        },
        Rule("leaves out bookmarks that a filter excludes, and those of unknown music") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            for song in try await library.music.all() { _ = try await library.music.setBookmark(true, of: song.id) }
            _ = try await library.data.add([ExportedBookmark(id: MusicID(1))], allowing: .all)
            let allowed = try await library.music.all().filter { $0.explicit != .explicit }
            let found = try await library.data.allBookmarks(allowing: .notExplicit)
            #expect(Set(found.map(\.id)) == Set(allowed.map(\.id)))
        },
        Rule("adds each bookmark once") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            let id = try #require(try await library.music.all().first).id
            #expect(try await library.data.add([ExportedBookmark(id: id)], allowing: .all) == [.added])
            #expect(try await library.data.add([ExportedBookmark(id: id)], allowing: .all) == [.existing])
            #expect(try await library.music.count(MusicQuery(bookmarkedOnly: true)) == 1)
        },
        Rule("returns the times at which a person set bookmarks, until they are removed") { factory in
            let time = TestTime()
            let library = try await factory.make(sources: ["radio"], time: time)
            _ = try await library.music.refresh("radio", with: songs)
            let first = time.now
            let ids = try await library.music.all().prefix(2).map(\.id).sorted()
            for id in ids {
                try await library.music.setBookmark(true, of: id)
                time.advance(by: 60.5)
            }
            #expect(try await library.data.allBookmarks().map(\.bookmarked) == [first, first + 60])
            try await library.music.setBookmark(false, of: ids[0])
            #expect(try await library.data.add([ExportedBookmark(id: ids[0])], allowing: .all) == [.added])
            #expect(try await library.data.allBookmarks().map(\.bookmarked) == [nil, first + 60])
        },
        Rule("adds bookmarks with their times, also those of unknown music") { factory in
            let first = try await factory.make(sources: ["radio"])
            _ = try await first.music.refresh("radio", with: songs)
            let ids = try await first.music.all().prefix(2).map(\.id).sorted()
            let second = try await factory.make(sources: ["radio"])
            let time = Date(timeIntervalSince1970: 1_600_000_000)
            let other = ExportedBookmark(id: MusicID(7), otherIDs: [ids[1]], bookmarked: time + 60)
            #expect(try await second.data.add([other], allowing: .all) == [.unmatched])
            #expect(try await second.data.allBookmarks().map(\.bookmarked) == [time + 60])
            _ = try await second.music.refresh("radio", with: songs)
            let known = ExportedBookmark(id: ids[0], bookmarked: time)
            #expect(try await second.data.add([known], allowing: .all) == [.added])
            let later = ExportedBookmark(id: ids[0], bookmarked: time + 90)
            #expect(try await second.data.add([later], allowing: .all) == [.existing])
            let rating = ExportedRating(.one, of: ExportedSong(id: ids[1], bookmarked: time + 90))
            #expect(try await second.data.add([rating], allowing: .all) == [.added])
            #expect(try await second.data.allBookmarks().map(\.bookmarked) == [time, time + 60])
            #expect(try await second.data.allRatings().map(\.song.bookmarked) == [nil])
        },
        Rule("finds merged music by the id of any of its records") { factory in
            let library = try await factory.make(sources: ["radio", "shop"])
            for source in ["radio", "shop"] { _ = try await library.music.refresh(source, with: [songs[0]]) }
            let song = try #require(try await library.music.all().first)
            _ = try await library.music.setBookmark(true, of: song.id)
            let other = try #require(try await library.data.allBookmarks().first?.otherIDs.first)
            _ = try await library.music.setBookmark(false, of: song.id)
            #expect(try await library.data.add([ExportedBookmark(id: other)], allowing: .all) == [.added])
            #expect(try await library.music.all().map(\.isBookmarked) == [true])
        },
        Rule("stores the bookmark of unknown music until a source provides it by any id") { factory in
            let first = try await factory.make(sources: ["radio"])
            _ = try await first.music.refresh("radio", with: [songs[0]])
            let id = try #require(try await first.music.all().first).id
            let second = try await factory.make(sources: ["radio"])
            let bookmark = ExportedBookmark(id: MusicID(7), otherIDs: [id])
            #expect(try await second.data.add([bookmark], allowing: .all) == [.unmatched])
            #expect(try await second.data.add([bookmark], allowing: .all) == [.existing])
            #expect(try await second.data.unmatchedBookmarkCount() == 1)
            _ = try await second.music.refresh("radio", with: songs)
            #expect(try await second.data.unmatchedBookmarkCount() == 0)
            #expect(try await second.music.results(of: MusicQuery(bookmarkedOnly: true)).map(\.id) == [id])
            #expect(try await second.data.allBookmarks().map(\.id) == [id])
        },
        Rule("treats music that the filter excludes as unknown, bookmarked or not") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            let explicit = try await library.music.all().filter { $0.explicit == .explicit }
            _ = try await library.music.setBookmark(true, of: explicit[0].id)
            for song in explicit {
                let bookmark = ExportedBookmark(id: song.id)
                #expect(try await library.data.add([bookmark], allowing: .notExplicit) == [.unmatched])
                #expect(try await library.data.add([bookmark], allowing: .notExplicit) == [.existing])
            }
            #expect(try await library.music.count(MusicQuery(bookmarkedOnly: true)) == 1)
        },
        Rule("counts no bookmark of music that the library contains as unmatched") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            let hidden = try await library.music.all().filter { $0.explicit == .explicit }.map(\.id)
            let bookmarks = [
                ExportedBookmark(id: hidden[0], otherIDs: [MusicID(1)]),
                ExportedBookmark(id: MusicID(2), otherIDs: [hidden[1]]),
                ExportedBookmark(id: MusicID(3), otherIDs: [MusicID(4)]),
            ]
            let results = try await library.data.add(bookmarks, allowing: .notExplicit)
            #expect(results == [.unmatched, .unmatched, .unmatched])
            #expect(try await library.data.unmatchedBookmarkCount() == 1)
        },
        Rule("counts no bookmark of music without a source as unmatched") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            let song = try #require(try await library.music.all().first { $0.explicit == .explicit })
            _ = try await library.music.setBookmark(true, of: song.id)
            try await library.sources.remove(named: "radio", keepingBookmarked: true)
            let bookmark = ExportedBookmark(id: song.id)
            #expect(try await library.data.add([bookmark], allowing: .notExplicit) == [.unmatched])
            #expect(try await library.data.unmatchedBookmarkCount() == 0)
        },
    ]

    private static let ratingRules: [Rule] = [
        Rule("returns ratings in the order of ids, then those of unknown music") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            let chosen = try await library.music.all().prefix(4).sorted { $0.id < $1.id }
            for (song, rating) in zip(chosen, Rating.allCases) {
                try await library.music.setRating(rating, of: song.id)
            }
            let unknown = ExportedRating(.five, of: ExportedSong(id: MusicID(1), otherIDs: [MusicID(2), MusicID(3)]))
            #expect(try await library.data.add([unknown], allowing: .all) == [.unmatched])
            let ratings = try await library.data.allRatings()
            #expect(ratings.map(\.song.id) == chosen.map(\.id) + [MusicID(1)])
            #expect(ratings.map(\.rating) == [.one, .two, .three, .four, .five])
            #expect(ratings.map(\.song.title) == chosen.map(\.title) + [nil] && ratings.last == unknown)
            let explicit = try await library.music.all().filter { $0.rating != nil && $0.explicit == .explicit }
            #expect(try await library.data.allRatings(allowing: .notExplicit).count == chosen.count - explicit.count)
        },
        Rule("adds ratings to songs without one, and treats hidden music as unknown") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            let song = try #require(try await library.music.all().first { $0.explicit != .explicit })
            let hidden = try #require(try await library.music.all().first { $0.explicit == .explicit })
            let both = [rating(.three, song.id), rating(.one, song.id)]
            #expect(try await library.data.add(both, allowing: .notExplicit) == [.added, .existing])
            let ofHidden = [rating(.two, hidden.id)]
            #expect(try await library.data.add(ofHidden, allowing: .notExplicit) == [.unmatched])
            #expect(try await library.data.add(ofHidden, allowing: .notExplicit) == [.existing])
            let rated = try await library.music.all().filter { $0.rating != nil }
            #expect(rated.map(\.id) == [song.id] && rated.map(\.rating) == [.three])
        },
        Rule("stores the rating of unknown music until a source provides it by any id") { factory in
            let first = try await factory.make(sources: ["radio"])
            _ = try await first.music.refresh("radio", with: [songs[0]])
            let id = try #require(try await first.music.all().first).id
            let second = try await factory.make(sources: ["radio"])
            let rating = ExportedRating(.four, of: ExportedSong(id: MusicID(7), otherIDs: [id]))
            #expect(try await second.data.add([rating], allowing: .all) == [.unmatched])
            #expect(try await second.data.add([rating], allowing: .all) == [.existing])
            _ = try await second.music.refresh("radio", with: songs)
            let rated = try await second.music.all().filter { $0.rating != nil }
            #expect(rated.map(\.id) == [id] && rated.map(\.rating) == [.four])
            #expect(try await second.data.allRatings().map(\.song.id) == [id])
        },
    ]

    private static func rating(_ rating: Rating, _ id: MusicID) -> ExportedRating {
        ExportedRating(rating, of: ExportedSong(id: id))
    }

    private static let playlistRules: [Rule] = [
        Rule("returns playlists with their entries, known or not") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            _ = try await library.playlists.refresh("radio", with: SamplePlaylists.all)
            let playlists = try await library.data.allPlaylists()
            #expect(try await library.playlists.uncounted() == playlists.map(\.playlist))
            #expect(playlists.map(\.playlist.name) == SamplePlaylists.names)
            let trip = try #require(playlists.first { $0.playlist.name == "road trip" })
            #expect(trip.entries.map(\.title) == ["Hyperballad", nil, "Jóga"])
            #expect(trip.entries.map(\.artist) == ["Björk", nil, "BJÖRK"])
        },
        Rule("leaves out entries that a filter excludes, and playlists without others") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            _ = try await library.playlists.refresh("radio", with: SamplePlaylists.all)
            let playlists = try await library.data.allPlaylists(allowing: .notExplicit)
            #expect(!playlists.contains { ["The Road", "Empty", "Gone"].contains($0.playlist.name) })
            let twice = try #require(playlists.first { $0.playlist.name == "Twice" })
            #expect(twice.entries.map(\.title) == ["Changes", "Changes", "Changes"])
        },
        Rule("adds each playlist once, and keeps existing ones") { factory in
            let first = try await factory.make(sources: ["radio"])
            _ = try await first.music.refresh("radio", with: songs)
            _ = try await first.playlists.refresh("radio", with: SamplePlaylists.all)
            let exported = try await first.data.allPlaylists()
            #expect(exported.count > 1)
            #expect(try await first.data.add(exported, allowing: .all) == exported.map { _ in .existing })
            let second = try await factory.make(sources: ["radio"])
            _ = try await second.music.refresh("radio", with: songs)
            #expect(try await second.data.add(exported, allowing: .all) == exported.map { _ in .added })
            #expect(try await second.data.add(exported, allowing: .all) == exported.map { _ in .existing })
            #expect(try await second.data.allPlaylists() == exported)
        },
        Rule("adds the comment and the times of a source's playlist") { factory in
            let library = try await factory.make(sources: ["radio"])
            let created = Date(timeIntervalSince1970: 1_600_000_000)
            let mix = Playlist(
                id: PlaylistID(1), name: "Mix", origin: .source("radio"), comment: "for the road", created: created,
                changed: created + 60)
            #expect(try await library.data.add([ExportedPlaylist(mix)], allowing: .all) == [.added])
            #expect(try await library.playlists.uncounted() == [mix])
            #expect(try await library.data.allPlaylists() == [ExportedPlaylist(mix)])
        },
        Rule("a sync changes the time of an imported playlist only with its content") { factory in
            let time = TestTime()
            let first = try await factory.make(sources: ["radio"], time: time)
            _ = try await first.playlists.refresh("radio", with: SamplePlaylists.all)
            let exported = try await first.data.allPlaylists()
            time.advance(by: 60)
            let second = try await factory.make(sources: ["radio"], time: time)
            _ = try await second.data.add(exported, allowing: .all)
            let summary = try await second.playlists.refresh("radio", with: SamplePlaylists.all)
            #expect((summary.unchanged, summary.updated) == (exported.count, 0))
            #expect(try await second.data.allPlaylists().map(\.playlist) == exported.map(\.playlist))
            var changed = SamplePlaylists.all
            changed[0].songKeys.append("new")
            _ = try await second.playlists.refresh("radio", with: changed)
            let times = try await second.playlists.all().filter { $0.changed == time.now }
            #expect(times.map(\.name) == [changed[0].name])
        },
        Rule("treats playlists without any allowed music as unknown") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            _ = try await library.playlists.refresh("radio", with: SamplePlaylists.all)
            let playlists = try await library.data.allPlaylists()
            let hidden = try #require(playlists.first { $0.playlist.name == "The Road" })
            let visible = try #require(playlists.first { $0.playlist.name == "Twice" })
            let unknown = ExportedPlaylist(id: PlaylistID(1), name: "A", source: "radio", entries: hidden.entries)
            for _ in 1...2 {
                let results = try await library.data.add([hidden, unknown, visible], allowing: .notExplicit)
                #expect(results == [.added, .added, .existing])
            }
            #expect(try await library.data.allPlaylists().count == playlists.count + 1)
        },
        Rule("rejects a playlist of an unknown source, hidden or not") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            _ = try await library.playlists.refresh("radio", with: SamplePlaylists.all)
            let playlists = try await library.data.allPlaylists()
            let hidden = try #require(playlists.first { $0.playlist.name == "The Road" })
            let visible = try #require(playlists.first { $0.playlist.name == "Twice" })
            let ids = [hidden.playlist.id, visible.playlist.id, PlaylistID(1)]
            let lists = ids.map { ExportedPlaylist(id: $0, name: "A", source: "attic", entries: []) }
            for filter in [ExplicitFilter.notExplicit, .all] {
                let results = try await library.data.add(lists, allowing: filter)
                #expect(results == lists.map { _ in .rejected(.unknownSource("attic")) })
            }
            #expect(try await library.data.allPlaylists() == playlists)
        },
        Rule("adds a playlist only to a source that the library has, by its former name too") { factory in
            let library = try await factory.make(sources: ["radio"])
            var radio = try #require(try await library.sources.sources().first)
            radio.name = "home"
            try await library.sources.update("radio", to: radio)
            let lists = ["radio", "attic"].enumerated().map { index, source in
                ExportedPlaylist(id: PlaylistID(UInt64(index + 1)), name: "A", source: source, entries: [])
            }
            #expect(try await library.data.add(lists, allowing: .all) == [.added, .rejected(.unknownSource("attic"))])
            #expect(try await library.data.allPlaylists().map(\.playlist.source) == ["home"])
        },
    ]

    /// One of the library's own playlists, and a saved search.
    private static func ownPlaylists(of songs: [Music]) -> [ExportedPlaylist] {
        let created = Date(timeIntervalSince1970: 1_600_000_000)
        return [
            ExportedPlaylist(
                Playlist(
                    id: PlaylistID(7), name: "Mix", origin: .own, isShared: true, comment: "for\u{0} the road 🎄",
                    created: created, changed: created + 60),
                entries: songs.map { .init(id: $0.id, title: $0.title, artist: $0.artist) }),
            ExportedPlaylist(
                Playlist(
                    id: PlaylistID(8), name: "Saved",
                    origin: .search(SavedSearch(text: "bowie", order: .added, isReversed: true, limit: 3)),
                    changed: created - 60)),
        ]
    }

    private static let ownPlaylistRules: [Rule] = [
        Rule("adds and returns playlists of the library's own, and saved searches") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            let own = ownPlaylists(of: try await library.music.all())
            #expect(try await library.data.add(own, allowing: .all) == [.added, .added])
            #expect(try await library.data.add(own, allowing: .all) == [.existing, .existing])
            #expect(try await library.data.allPlaylists() == own)
            #expect(try await library.playlists.uncounted() == own.map(\.playlist))
        },
        Rule("rejects a playlist of the library's own if another one has its name") { factory in
            let library = try await factory.make(sources: ["radio"])
            let own = ownPlaylists(of: [])
            _ = try await library.data.add(own, allowing: .all)
            let other = ExportedPlaylist(Playlist(id: PlaylistID(9), name: "MIX!", origin: .own))
            #expect(try await library.data.add([other], allowing: .all) == [.rejected(.playlistNameInUse("MIX!"))])
            #expect(try await library.data.allPlaylists() == own)
        },
        Rule("returns the library's own playlists without entries that a filter excludes") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.music.refresh("radio", with: songs)
            let hidden = try await library.music.all().filter { $0.explicit == .explicit }
            _ = try await library.data.add(ownPlaylists(of: hidden), allowing: .all)
            let returned = try await library.data.allPlaylists(allowing: .notExplicit)
            #expect(returned == ownPlaylists(of: []))
        },
    ]

    private static let sourceRules: [Rule] = [
        Rule("adds each source once, in order") { factory in
            let first = try await factory.make(sources: ["shop", "radio"])
            let exported = try await first.data.sources()
            #expect(exported.map(\.source.name) == ["shop", "radio"])
            let second = try await factory.make(sources: [])
            #expect(try await second.data.add(exported) == [.added, .added])
            #expect(try await second.data.add(exported) == [.existing, .existing])
            #expect(try await second.sources.sources().map(\.address) == ["test:shop", "test:radio"])
        },
        Rule("recognizes a source that was renamed or moved since the export") { factory in
            let library = try await factory.make(sources: ["radio", "shop"])
            let exported = try await library.data.sources()
            for (name, newName, address) in [("radio", "home", "test:radio"), ("shop", "store", "test:elsewhere")] {
                var source = try #require(try await library.sources.sources().first { $0.name == name })
                (source.name, source.address) = (newName, address)
                try await library.sources.update(name, to: source)
            }
            #expect(try await library.data.add(exported) == [.existing, .existing])
            #expect(try await library.sources.sources().map(\.name) == ["home", "store"])
        },
        Rule("rejects a source with the name of another one, which keeps its address") { factory in
            let library = try await factory.make(sources: ["radio", "shop"])
            let other = Source(name: "radio", kind: "test", address: "test:elsewhere", added: .distantPast)
            let results = try await library.data.add([ExportedSource(other)])
            #expect(results == [.rejected(.otherAddress("radio"))])
            #expect(try await library.sources.sources().map(\.address) == ["test:radio", "test:shop"])
        },
        Rule("gives music of a renamed source the same ids after an import") { factory in
            let first = try await factory.make(sources: ["radio"])
            _ = try await first.music.refresh("radio", with: songs)
            var radio = try #require(try await first.sources.sources().first)
            radio.name = "home"
            try await first.sources.update("radio", to: radio)
            let second = try await factory.make(sources: [])
            #expect(try await second.data.add(first.data.sources()) == [.added])
            _ = try await second.music.refresh("home", with: songs)
            #expect(Set(try await second.music.all().map(\.id)) == Set(try await first.music.all().map(\.id)))
        },
    ]
}

extension PersonalDataRepository {
    func allBookmarks(allowing filter: ExplicitFilter = .all) async throws -> [ExportedBookmark] {
        try await bookmarks(allowing: filter).joined()
    }

    func allRatings(allowing filter: ExplicitFilter = .all) async throws -> [ExportedRating] {
        try await ratings(allowing: filter).joined()
    }

    func allPlaylists(allowing filter: ExplicitFilter = .all) async throws -> [ExportedPlaylist] {
        try await playlists(allowing: filter).joined()
    }
}

extension PlaylistRepository {
    /// All playlists without counts, as an export has them.
    fileprivate func uncounted() async throws -> [Playlist] {
        try await all().map(\.uncounted)
    }
}
