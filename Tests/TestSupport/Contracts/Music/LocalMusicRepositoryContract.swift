public import FermataDomain
import Foundation
public import Testing

/// How a library that can be filled is made: empty, with its sources and its time.
public struct LocalMusicRepositoryFactory: Sendable, CustomTestStringConvertible {
    public typealias Library = (music: any LocalMusicRepository, sources: any SourceRepository)
    public let name: String
    public let make: @Sendable (TestTime) async throws -> Library

    public init(_ name: String, make: @escaping @Sendable (TestTime) async throws -> Library) {
        self.name = name
        self.make = make
    }

    public var testDescription: String { name }

    /// A library with sources by these names, all of them empty.
    public func make(sources names: [String], time: TestTime = TestTime()) async throws -> Library {
        let library = try await make(time)
        for name in names {
            time.advance(by: 1)
            try await library.sources.add(Source(name: name, kind: "test", address: "test:\(name)", added: time.now))
        }
        return library
    }
}

/// What every library that can be filled keeps to.
public enum LocalMusicRepositoryContract {
    public typealias Rule = ContractRule<LocalMusicRepositoryFactory>
    private static let songs = Array(SampleMusic.all.prefix(6))

    public static let rules: [Rule] = [
        Rule("adds what a source has, and finds it unchanged the next time") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            #expect(try await music.refresh("radio", with: songs).added == 6)
            let held = try await music.all()
            let again = try await music.refresh("radio", with: songs)
            #expect((again.added, again.updated, again.unchanged, again.removed) == (0, 0, 6, 0))
            #expect(try await music.all() == held)
            #expect(try await sources.sources().map(\.count) == [6])
        },
        Rule("keeps an id, a bookmark and the time of addition while the rest of a record changes") { factory in
            let time = TestTime()
            let (music, _) = try await factory.make(sources: ["radio"], time: time)
            _ = try await music.refresh("radio", with: songs)
            let before = try #require(try await music.answer(MusicQuery(text: "Changes")).first)
            _ = try await music.setBookmark(true, of: before.id)
            time.advance(by: 100)
            var changed = songs
            changed[0].title = "Variations"
            #expect(try await music.refresh("radio", with: changed).updated == 1)
            let after = try #require(try await music.answer(MusicQuery(text: "variations")).first)
            #expect(after.id == before.id && after.isBookmarked && after.added == before.added)
            #expect(try await music.count(MusicQuery(text: "Changes")) == 0)
        },
        Rule("removes what vanished only after a complete pass; its bookmark comes back with it") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: songs)
            let gone = try #require(try await music.answer(MusicQuery(text: "Changes")).first)
            _ = try await music.setBookmark(true, of: gone.id)
            let rest = Array(songs.dropFirst())
            let pass = try await music.beginSync(over: "radio")
            try await pass.take(RemoteBatch(records: RemoteRecord.records(of: rest)))
            try await pass.abandon()
            #expect(try await music.count(MusicQuery()) == 6)
            #expect(try await music.refresh("radio", with: rest).removed == 1)
            #expect(try await music.count(MusicQuery()) == 5)
            #expect(try await music.count(MusicQuery(bookmarkedOnly: true)) == 0)
            _ = try await music.refresh("radio", with: songs)
            #expect(try await music.answer(MusicQuery(bookmarkedOnly: true)).map(\.id) == [gone.id])
        },
        Rule("keeps what an abandoned pass took") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            let pass = try await music.beginSync(over: "radio")
            try await pass.take(RemoteBatch(records: RemoteRecord.records(of: songs)))
            try await pass.abandon()
            #expect(try await music.count(MusicQuery()) == 6)
            #expect(try await sources.sources().map(\.refreshed) == [nil])
        },
        Rule("asks with the revision of the last complete pass") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            #expect(try await music.beginSync(over: "radio").revision == nil)
            _ = try await music.refresh("radio", with: songs, revision: "v1")
            let pass = try await music.beginSync(over: "radio")
            #expect(await pass.revision == "v1")
            #expect(try await pass.finish(.unchanged).removed == 0)
            #expect(try await music.count(MusicQuery()) == 6)
            #expect(try await music.beginSync(over: "radio").revision == "v1")
        },
        Rule("says when a source was last read whole") { factory in
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
        },
        Rule("skips and counts bad records, and keeps the good ones") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            var records = RemoteRecord.records(of: songs)
            records[2] = RemoteRecord(position: 3, fingerprint: 3) { throw RejectedRecord(position: 3, .unreadable) }
            let pass = try await music.beginSync(over: "radio")
            try await pass.take(
                RemoteBatch(records: records, rejected: [RejectedRecord(position: 9, .notUTF8)]))
            let summary = try await pass.finish(.complete(revision: nil))
            #expect(summary.added == 5 && summary.rejectedCount == 2)
            #expect(summary.rejected.map(\.cause).sorted { $0 == .notUTF8 && $1 != $0 } == [.notUTF8, .unreadable])
        },
        Rule("takes the first of two records with one id, and counts the other as bad") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            var twin = songs[1]
            twin.key = songs[0].key
            for _ in 1...2 {
                let summary = try await music.refresh("radio", with: [songs[0], twin, songs[0]])
                #expect(summary.met == 1 && summary.rejectedCount == 2)
                #expect(try await music.all().map(\.title) == [songs[0].title])
            }
        },
        Rule("shows the same recording of two sources as one row that knows both") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: songs)
            var same = songs[0]
            (same.key, same.title, same.duration) = ("x", "CHANGES", .seconds(218))
            var other = songs[1]
            (other.key, other.duration) = ("y", .seconds(500))
            let summary = try await music.refresh("shop", with: [same, other])
            #expect((summary.added, summary.merged) == (1, 1))
            #expect(try await music.count(MusicQuery()) == 7)
            let both = try #require(try await music.answer(MusicQuery(text: "Changes")).first)
            #expect(both.sources == ["radio", "shop"] && both.title == "Changes")
            #expect(try await music.count(MusicQuery(source: "shop")) == 2)
            _ = try await music.refresh("radio", with: Array(songs.dropFirst()))
            _ = try await music.refresh("shop", with: [same, other])
            let left = try #require(try await music.answer(MusicQuery(text: "Changes")).first)
            #expect(left.id == both.id && left.sources == ["shop"] && left.title == "CHANGES")
        },
        Rule("calls a recording explicit while one of the sources that share it does or did") { factory in
            for explicit in ["radio", "shop"] {
                for first in ["radio", "shop"] {
                    let (music, _) = try await factory.make(sources: ["radio", "shop"])
                    let other = explicit == "radio" ? "shop" : "radio"
                    for source in [first, first == "radio" ? "shop" : "radio"] {
                        _ = try await music.refresh(source, with: [song(source == explicit ? .explicit : .clean)])
                    }
                    #expect(try await music.all().map(\.explicit) == [.explicit], "\(explicit), \(first) first")
                    #expect(try await music.refresh(other, with: [song(.clean, genre: "Pop")]).updated == 1)
                    #expect(try await music.all().map(\.explicit) == [.explicit])
                    #expect(try await music.count(MusicQuery(explicit: .notExplicit)) == 0)
                    _ = try await music.refresh(explicit, with: [songs[1]])
                    _ = try await music.refresh(other, with: [song(.clean, genre: "Pop")])
                    #expect(try await music.answer(MusicQuery(text: "Changes")).map(\.explicit) == [.clean])
                }
            }
        },
        Rule("calls a shared recording explicit as soon as one of its sources comes to do so") { factory in
            for explicit in ["radio", "shop"] {
                let (music, _) = try await factory.make(sources: ["radio", "shop"])
                for source in ["radio", "shop"] { _ = try await music.refresh(source, with: [song(.clean)]) }
                #expect(try await music.all().map(\.explicit) == [.clean])
                _ = try await music.refresh(explicit, with: [song(.explicit)])
                #expect(try await music.all().map(\.explicit) == [.explicit], "\(explicit)")
            }
        },
        Rule("removes nothing while more records are bad than the last time") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: songs)
            var records = RemoteRecord.records(of: songs)
            records[2] = RemoteRecord(position: 3, fingerprint: 3) { throw RejectedRecord(position: 3, .unreadable) }
            for removed in [0, 1] {
                let pass = try await music.beginSync(over: "radio")
                try await pass.take(RemoteBatch(records: records))
                #expect(try await pass.finish(.complete(revision: nil)).removed == removed)
                #expect(try await music.count(MusicQuery()) == songs.count - removed)
            }
        },
        Rule("reads the other source anew where one of two that knew a recording is removed") { factory in
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
        Rule("forgets a bookmark that was taken away, whichever source its music comes back by") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: songs)
            _ = try await music.refresh("shop", with: songs)
            let song = try #require(try await music.answer(MusicQuery(text: "Changes")).first)
            _ = try await music.setBookmark(true, of: song.id)
            for source in ["radio", "shop"] { _ = try await music.refresh(source, with: Array(songs.dropFirst())) }
            _ = try await music.refresh("shop", with: songs)
            let back = try #require(try await music.answer(MusicQuery(bookmarkedOnly: true)).first)
            _ = try await music.setBookmark(false, of: back.id)
            _ = try await music.refresh("radio", with: songs)
            #expect(try await music.count(MusicQuery(bookmarkedOnly: true)) == 0)
        },
        Rule(
            "shows two rows again once one of two sources tells its recording otherwise",
            { factory in
                for changing in ["radio", "shop"] {
                    let (music, _) = try await factory.make(sources: ["radio", "shop"])
                    for source in ["radio", "shop"] {
                        _ = try await music.refresh(source, with: [songs[0]], revision: "v1")
                    }
                    #expect(try await music.count(MusicQuery()) == 1)
                    var other = songs[0]
                    other.title = "Variations"
                    _ = try await music.refresh(changing, with: [other])
                    let rest = changing == "radio" ? "shop" : "radio"
                    _ = try await music.refresh(rest, with: [songs[0]])
                    let all = try await music.all()
                    #expect(all.map(\.title) == ["Changes", "Variations"])
                    #expect(all.map(\.sources) == [[rest], [changing]])
                }
            }),
        Rule("does not take songs named in symbols only for one another") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: [RemoteMusic(key: "1", title: "+", artist: "Ed")])
            _ = try await music.refresh("shop", with: [RemoteMusic(key: "2", title: "÷", artist: "Ed")])
            #expect(try await music.count(MusicQuery()) == 2)
        },
        Rule("merges names without letters or digits only if their text is equal") { factory in
            for name in ["!!!", "?", "+", "@"] {
                let (music, _) = try await factory.make(sources: ["radio", "shop"])
                let song = RemoteMusic(key: "1", title: name, artist: name, album: name)
                _ = try await music.refresh("radio", with: [song])
                let summary = try await music.refresh("shop", with: [song])
                #expect((summary.added, summary.merged) == (0, 1))
                #expect(try await music.all().map(\.sources) == [["radio", "shop"]])
                #expect(try await music.refresh("shop", with: [song]).unchanged == 1)
            }
        },
        Rule("has no pass over a source that it does not know") { factory in
            let (music, _) = try await factory.make(sources: ["shop", "radio"])
            await #expect(throws: SourceError.notFound("attic", known: ["radio", "shop"])) {
                _ = try await music.beginSync(over: "attic")
            }
        },
    ]

    private static func song(_ explicit: ExplicitStatus, genre: String? = nil) -> RemoteMusic {
        RemoteMusic(key: "1", title: "Changes", artist: "David Bowie", genre: genre, explicit: explicit)
    }
}

extension MusicRepository {
    /// Since when the library is known to be whole, by its first page.
    fileprivate func since() async throws -> Date?? {
        for try await page in pages(of: MusicQuery(window: Window(limit: 1))) {
            switch page.freshness {
            case .stored(let since): return since
            case .sourceless: return .some(nil)
            default: return nil
            }
        }
        return nil
    }
}
