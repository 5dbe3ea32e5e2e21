import FermataDomain
import Foundation
import Testing

/// The rules of every `SourceRepository` and the library that it belongs to.
public enum SourceRepositoryContract {
    public typealias Rule = ContractRule<LocalMusicRepositoryFactory>
    private static let songs = Array(SampleMusic.all.prefix(3))

    public static let rules: [Rule] = [
        Rule("returns sources in the order added") { factory in
            let (_, sources) = try await factory.make(sources: ["shop", "radio"])
            #expect(try await sources.sources().map(\.name) == ["shop", "radio"])
            #expect(try await sources.sources().map(\.address) == ["test:shop", "test:radio"])
            #expect(
                try await sources.sources().allSatisfy { $0.kind == "test" && $0.refreshed == nil && $0.count == 0 })
        },
        Rule("throws for the name of an existing source") { factory in
            let (_, sources) = try await factory.make(sources: ["radio"])
            await #expect(throws: SourceError.alreadyExists("radio")) {
                try await sources.add(Source(name: "radio", kind: "test", address: "", added: .now))
            }
        },
        Rule("removes a source with its music") { factory in
            let (music, sources) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: songs)
            _ = try await music.refresh("shop", with: Array(SampleMusic.all.dropFirst(2).prefix(2)))
            try await sources.remove(named: "radio", keepingBookmarked: false)
            #expect(try await sources.sources().map(\.name) == ["shop"])
            #expect(try await music.all().map(\.sources) == [["shop"], ["shop"]])
        },
        Rule("removes a source but keeps bookmarked music until a source returns it") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: songs)
            let bookmarked = try #require(try await music.all().first)
            _ = try await music.setBookmark(true, of: bookmarked.id)
            try await sources.remove(named: "radio", keepingBookmarked: true)
            #expect(try await music.all().map(\.id) == [bookmarked.id])
            #expect(try await music.all().map(\.sources) == [[]])
            try await sources.add(Source(name: "radio", kind: "test", address: "", added: .now))
            _ = try await music.refresh("radio", with: songs)
            #expect(try await music.count(MusicQuery()) == 3)
            #expect(try await music.results(of: MusicQuery(bookmarkedOnly: true)).map(\.id) == [bookmarked.id])
        },
        Rule("keeps bookmarked music and reports no source after the last one is removed") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: songs)
            _ = try await music.setBookmark(true, of: try #require(try await music.all().first).id)
            try await sources.remove(named: "radio", keepingBookmarked: true)
            for try await page in music.pages(of: MusicQuery()) {
                #expect(page.freshness == .noSources && page.music.count == 1)
                break
            }
        },
        Rule("changes a source, and its music keeps ids and bookmarks") { factory in
            let (music, sources) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: songs, revision: "v1")
            let before = try await music.all()
            _ = try await music.setBookmark(true, of: try #require(before.first).id)
            var radio = try #require(try await sources.sources().first)
            (radio.name, radio.playlists) = ("home", "test:lists")
            try await sources.update("radio", to: radio)
            #expect(try await sources.sources().map(\.name) == ["home", "shop"])
            #expect(try await sources.sources().map(\.playlists) == ["test:lists", nil])
            #expect(try await music.all().allSatisfy { $0.sources == ["home"] })
            #expect(try await music.beginSync(over: "home").revision == "v1")
            let summary = try await music.refresh("home", with: songs)
            #expect((summary.unchanged, summary.added, summary.removed) == (3, 0, 0))
            #expect(try await music.all().map(\.id) == before.map(\.id))
            #expect(try await music.count(MusicQuery(bookmarkedOnly: true)) == 1)
        },
        Rule("reads every record of a source with another address again, and counts changes") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: songs, revision: "v1")
            let before = try await music.all()
            var radio = try #require(try await sources.sources().first)
            radio.address = "test:elsewhere"
            try await sources.update("radio", to: radio)
            #expect(try await music.beginSync(over: "radio").revision == nil)
            var moved = songs
            moved[0].artworkURL = "http://elsewhere/1.jpg"
            let summary = try await music.refresh("radio", with: moved)
            #expect((summary.updated, summary.unchanged, summary.added, summary.removed) == (1, 2, 0, 0))
            #expect(try await music.all().map(\.id) == before.map(\.id))
            #expect(try await music.refresh("radio", with: moved).unchanged == 3)
        },
        Rule("gives music of a new source other ids than that of a source that had its name") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: [songs[0]])
            var radio = try #require(try await sources.sources().first)
            radio.name = "home"
            try await sources.update("radio", to: radio)
            try await sources.add(Source(name: "radio", kind: "test", address: "", added: .now))
            var other = songs[1]
            other.key = songs[0].key
            #expect(try await music.refresh("radio", with: [other]).added == 1)
            #expect(try await music.all().map(\.sources).sorted { $0[0] < $1[0] } == [["home"], ["radio"]])
        },
        Rule("refuses to change an unknown source, or to give it a name that is in use") { factory in
            let (_, sources) = try await factory.make(sources: ["radio", "shop"])
            var radio = try #require(try await sources.sources().first)
            await #expect(throws: SourceError.notFound("attic", known: ["radio", "shop"])) {
                try await sources.update("attic", to: radio)
            }
            radio.name = "shop"
            await #expect(throws: SourceError.alreadyExists("shop")) { try await sources.update("radio", to: radio) }
            #expect(try await sources.sources().map(\.name) == ["radio", "shop"])
        },
        Rule("stores the issue of a source's latest sync, also under a new name") { factory in
            let (_, sources) = try await factory.make(sources: ["radio", "shop"])
            let issue = SyncIssue(.songs(.status(404)), at: Date(timeIntervalSince1970: 1_700_000_000.9))
            var radio = try #require(try await sources.sources().first)
            try await sources.setIssue(issue, of: radio)
            #expect(try await sources.sources().map(\.issue) == [issue, nil])
            (radio.name, radio.issue) = ("home", nil)
            try await sources.update("radio", to: radio)
            #expect(try await sources.sources().map(\.issue) == [issue, nil])
            try await sources.setIssue(nil, of: radio)
            #expect(try await sources.sources().map(\.issue) == [nil, nil])
        },
        Rule("forgets what could not be read at a source's former address") { factory in
            let (_, sources) = try await factory.make(sources: ["radio"])
            var radio = try #require(try await sources.sources().first)
            try await sources.setIssue(SyncIssue(.incomplete, at: .now), of: radio)
            radio.address = "test:elsewhere"
            try await sources.update("radio", to: radio)
            #expect(try await sources.sources().map(\.issue) == [nil])
        },
        Rule("ignores an issue of a source that was removed or has another address now") { factory in
            let (_, sources) = try await factory.make(sources: ["radio"])
            let radio = try #require(try await sources.sources().first)
            var moved = radio
            moved.address = "test:elsewhere"
            try await sources.update("radio", to: moved)
            try await sources.setIssue(SyncIssue(.incomplete, at: .now), of: radio)
            #expect(try await sources.sources().map(\.issue) == [nil])
            try await sources.remove(named: "radio", keepingBookmarked: false)
            try await sources.setIssue(SyncIssue(.incomplete, at: .now), of: moved)
            #expect(try await sources.sources().isEmpty)
        },
        Rule("throws for the removal of an unknown source") { factory in
            let (_, sources) = try await factory.make(sources: ["radio"])
            await #expect(throws: SourceError.notFound("attic", known: ["radio"])) {
                try await sources.remove(named: "attic", keepingBookmarked: false)
            }
        },
    ]
}
