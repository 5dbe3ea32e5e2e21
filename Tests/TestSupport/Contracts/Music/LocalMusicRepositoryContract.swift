public import FermataDomain
import Foundation
import Testing

/// A library and its sources.
public typealias LocalMusicLibrary = (music: any LocalMusicRepository, sources: any SourceRepository)

/// Makes an empty library and its sources, with a clock.
public typealias LocalMusicRepositoryFactory = ContractFactory<@Sendable (TestTime) async throws -> LocalMusicLibrary>

extension LocalMusicRepositoryFactory {
    /// Makes a library with empty sources of these names.
    func make(sources names: [String], time: TestTime = TestTime()) async throws -> LocalMusicLibrary {
        let library = try await make(time)
        try await library.sources.add(names, time: time)
        return library
    }
}

extension SourceRepository {
    /// Adds empty sources of these names, a second apart.
    func add(_ names: [String], time: TestTime) async throws {
        for name in names {
            time.advance(by: 1)
            try await add(Source(name: name, kind: "test", address: "test:\(name)", added: time.now))
        }
    }
}

/// The rules of every `LocalMusicRepository`.
public enum LocalMusicRepositoryContract {
    public typealias Rule = ContractRule<LocalMusicRepositoryFactory>
    static let songs = Array(SampleMusic.all.prefix(6))

    public static let rules: [Rule] =
        syncRules + simultaneousSyncRules + mergingRules + recordingRules + singleArtistRules

    private static let syncRules: [Rule] = [
        Rule("adds a source's records and finds them unchanged the next time") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            #expect(try await music.refresh("radio", with: songs).added == 6)
            let stored = try await music.all()
            let again = try await music.refresh("radio", with: songs)
            #expect((again.added, again.updated, again.unchanged, again.removed) == (0, 0, 6, 0))
            #expect(try await music.all() == stored)
            #expect(try await sources.sources().map(\.count) == [6])
        },
        Rule("keeps id, bookmark, rating and time of addition when a record changes") { factory in
            let time = TestTime()
            let (music, _) = try await factory.make(sources: ["radio"], time: time)
            _ = try await music.refresh("radio", with: songs)
            let before = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
            _ = try await music.setBookmark(true, of: before.id)
            try await music.setRating(.four, of: before.id)
            time.advance(by: 100)
            var changed = songs
            changed[0].title = "Variations"
            #expect(try await music.refresh("radio", with: changed).updated == 1)
            let after = try #require(try await music.results(of: MusicQuery(text: "variations")).first)
            #expect(after.id == before.id && after.isBookmarked && after.rating == .four && after.added == before.added)
            #expect(try await music.count(MusicQuery(text: "Changes")) == 0)
        },
        Rule("removes missing records after a complete sync only; restores their annotations") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: songs)
            let removed = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
            _ = try await music.setBookmark(true, of: removed.id)
            try await music.setRating(.two, of: removed.id)
            let rest = Array(songs.dropFirst())
            let session = try await music.beginSync(over: "radio")
            try await session.apply(RemoteBatch(records: RemoteRecord.records(of: rest)))
            try await session.cancel()
            #expect(try await music.count(MusicQuery()) == 6)
            #expect(try await music.refresh("radio", with: rest).removed == 1)
            #expect(try await music.count(MusicQuery()) == 5)
            #expect(try await music.count(MusicQuery(bookmarkedOnly: true)) == 0)
            _ = try await music.refresh("radio", with: songs)
            let restored = try await music.results(of: MusicQuery(bookmarkedOnly: true))
            #expect(restored.map(\.id) == [removed.id] && restored.map(\.rating) == [.two])
        },
        Rule("restores the rating of a song that was not bookmarked") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: songs)
            let removed = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
            try await music.setRating(.five, of: removed.id)
            _ = try await music.refresh("radio", with: Array(songs.dropFirst()))
            _ = try await music.refresh("radio", with: songs)
            #expect(try await music.all().filter { $0.rating != nil }.map(\.id) == [removed.id])
            // A later rating wins over the stored one of a record that joins the song.
            _ = try await music.refresh("shop", with: [songs[0]])
            _ = try await music.refresh("radio", with: Array(songs.dropFirst()))
            let shared = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
            #expect(shared.rating == .five && shared.sources == ["shop"])
            try await music.setRating(.one, of: shared.id)
            _ = try await music.refresh("radio", with: songs)
            #expect(try await music.results(of: MusicQuery(text: "Changes")).map(\.rating) == [.one])
        },
        Rule("keeps the records of a cancelled sync") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            let session = try await music.beginSync(over: "radio")
            try await session.apply(RemoteBatch(records: RemoteRecord.records(of: songs)))
            try await session.cancel()
            #expect(try await music.count(MusicQuery()) == 6)
            #expect(try await sources.sources().map(\.refreshed) == [nil])
        },
        Rule("returns the revision of the last complete sync") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            #expect(try await music.beginSync(over: "radio").revision == nil)
            _ = try await music.refresh("radio", with: songs, revision: "v1")
            let session = try await music.beginSync(over: "radio")
            #expect(await session.revision == "v1")
            #expect(try await session.finish(.unchanged).removed == 0)
            #expect(try await music.count(MusicQuery()) == 6)
            #expect(try await music.beginSync(over: "radio").revision == "v1")
        },
        Rule("reports when a source was last synced completely") { factory in
            let time = TestTime()
            let (music, sources) = try await factory.make(sources: ["radio", "shop"], time: time)
            #expect(try await music.since() == .some(nil))
            time.advance(by: 10)
            _ = try await music.refresh("radio", with: songs)
            let first = time.now
            #expect(try await sources.sources().map(\.refreshed) == [first, nil])
            #expect(try await music.since() == first)
            time.advance(by: 10)
            _ = try await music.refresh("shop", with: songs)
            #expect(try await music.since() == first)
            time.advance(by: 10)
            _ = try await music.beginSync(over: "radio").finish(.unchanged)
            #expect(try await sources.sources().map(\.refreshed) == [time.now, first.addingTimeInterval(10)])
            try await sources.remove(named: "shop", keepingBookmarked: false)
            #expect(try await music.since() == time.now)
        },
        Rule("skips and counts rejected records and stores the others") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            var records = RemoteRecord.records(of: songs)
            records[2] = RemoteRecord(position: 3, fingerprint: 3) { throw RejectedRecord(position: 3, .unreadable) }
            let session = try await music.beginSync(over: "radio")
            try await session.apply(
                RemoteBatch(records: records, rejected: [RejectedRecord(position: 9, .notUTF8)]))
            let summary = try await session.finish(.complete(revision: nil))
            #expect(summary.added == 5 && summary.rejectedCount == 2)
            let causes = summary.rejected.map(\.cause)
            #expect(causes.count == 2 && causes.contains(.notUTF8) && causes.contains(.unreadable))
        },
        Rule("counts records with shortened texts, and rejects those with a too long key") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            let key = String(repeating: "k", count: TextLimits.key + 1)
            let given = [
                songs[0], RemoteMusic(key: "long", title: String(repeating: "x", count: TextLimits.name + 1)),
                RemoteMusic(key: key, title: "No song"),
            ]
            let summary = try await music.refresh("radio", with: given)
            #expect((summary.added, summary.shortenedCount) == (2, 1))
            let cause = RecordError.textTooLong(field: "id", limit: TextLimits.key)
            #expect(summary.rejected == [RejectedRecord(position: 3, cause)])
            #expect(try await music.refresh("radio", with: given).shortenedCount == 0)
        },
        Rule("stores the first of two records with one id and rejects the other") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            var twin = songs[1]
            twin.key = songs[0].key
            for _ in 1...2 {
                let summary = try await music.refresh("radio", with: [songs[0], twin, songs[0]])
                #expect(summary.acceptedCount == 1 && summary.rejectedCount == 2)
                #expect(try await music.all().map(\.title) == [songs[0].title])
            }
        },
        Rule("removes nothing while more records are rejected than last time") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: songs)
            var records = RemoteRecord.records(of: songs)
            records[2] = RemoteRecord(position: 3, fingerprint: 3) { throw RejectedRecord(position: 3, .unreadable) }
            for removed in [0, 1] {
                let session = try await music.beginSync(over: "radio")
                try await session.apply(RemoteBatch(records: records))
                #expect(try await session.finish(.complete(revision: nil)).removed == removed)
                #expect(try await music.count(MusicQuery()) == songs.count - removed)
            }
        },
        Rule("reads the other source of a merged recording again after one is removed") { factory in
            let (music, sources) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: songs)
            var same = songs[0]
            same.audioURL = "https://shop.example/1.mp3"
            _ = try await music.refresh("shop", with: [same], revision: "v1")
            try await sources.remove(named: "radio", keepingBookmarked: false)
            #expect(try await music.beginSync(over: "shop").revision == nil)
            _ = try await music.refresh("shop", with: [same], revision: "v1")
            #expect(try await music.all().map(\.audioURL) == ["https://shop.example/1.mp3"])
        },
        Rule("does not restore a removed bookmark, whichever source returns the music") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: songs)
            _ = try await music.refresh("shop", with: songs)
            let song = try #require(try await music.results(of: MusicQuery(text: "Changes")).first)
            _ = try await music.setBookmark(true, of: song.id)
            for source in ["radio", "shop"] { _ = try await music.refresh(source, with: Array(songs.dropFirst())) }
            _ = try await music.refresh("shop", with: songs)
            let back = try #require(try await music.results(of: MusicQuery(bookmarkedOnly: true)).first)
            _ = try await music.setBookmark(false, of: back.id)
            _ = try await music.refresh("radio", with: songs)
            #expect(try await music.count(MusicQuery(bookmarkedOnly: true)) == 0)
        },
        Rule("throws for a sync of an unknown source") { factory in
            let (music, _) = try await factory.make(sources: ["shop", "radio"])
            await #expect(throws: SourceError.notFound("attic", known: ["radio", "shop"])) {
                _ = try await music.beginSync(over: "attic")
            }
        },
    ]
}

extension MusicRepository {
    /// The time of the least recent complete sync, as stated by the first page.
    fileprivate func since() async throws -> Date?? {
        for try await page in pages(of: MusicQuery(window: Window(limit: 1))) {
            switch page.freshness {
            case .stored(let since): return since
            case .noSources: return .some(nil)
            default: return nil
            }
        }
        return nil
    }
}
