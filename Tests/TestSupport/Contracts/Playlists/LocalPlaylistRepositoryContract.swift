import FermataDomain
import Foundation
import Testing

/// The rules of every `LocalPlaylistRepository`.
public enum LocalPlaylistRepositoryContract {
    public typealias Rule = ContractRule<PlaylistRepositoryFactory>
    private static let mixes = (1...4).map { number in
        RemotePlaylist(key: "\(number)", name: "Mix \(number)", songKeys: ["1", "\(number)", "2"])
    }

    public static let rules: [Rule] = [
        Rule("adds a source's playlists and finds them unchanged the next time") { factory in
            let library = try await factory.make(SampleMusic.all, [])
            let added = try await library.playlists.refresh("radio", with: mixes)
            #expect((added.added, added.updated, added.unchanged, added.removed) == (4, 0, 0, 0))
            let stored = try await library.playlists.all()
            let again = try await library.playlists.refresh("radio", with: mixes)
            #expect((again.added, again.updated, again.unchanged, again.removed) == (0, 0, 4, 0))
            #expect(try await library.playlists.all() == stored)
        },
        Rule("keeps a playlist's id when its name or music changes") { factory in
            let library = try await factory.make(SampleMusic.all, mixes)
            let before = try await library.playlists.all()
            var changed = mixes
            changed[0].name = "Mix 1!"
            changed[1].songKeys = ["2", "1"]
            changed[2].songKeys.swapAt(0, 2)
            let summary = try await library.playlists.refresh("radio", with: changed)
            #expect((summary.added, summary.updated, summary.unchanged) == (0, 3, 1))
            let after = try await library.playlists.all()
            #expect(after.map(\.id) == before.map(\.id))
            #expect(after.map(\.name) == ["Mix 1!", "Mix 2", "Mix 3", "Mix 4"])
            #expect(after.map(\.count) == [3, 2, 3, 3])
            #expect(
                try await library.playlists.titles(in: "Mix 3") == [
                    "Oh! You Pretty Things", "The Jean Genie", "Changes",
                ])
        },
        Rule("states when a sync first had a playlist, and when one has changed it") { factory in
            let time = TestTime()
            let library = try await factory.make(sources: ["radio"], time: time)
            let first = time.now
            _ = try await library.playlists.refresh("radio", with: mixes)
            time.advance(by: 60)
            var changed = mixes
            changed[0].name = "Mix 1!"
            _ = try await library.playlists.refresh("radio", with: changed)
            let stored = try await library.playlists.all()
            #expect(stored.map(\.created) == mixes.map { _ in first })
            #expect(stored.map(\.changed) == [first + 60, first, first, first])
        },
        Rule("counts playlists with a shortened name") { factory in
            let library = try await factory.make(SampleMusic.all, [])
            let long = String(repeating: "x", count: TextLimits.name + 1)
            for given in [
                mixes + [RemotePlaylist(key: "long", name: long, songKeys: ["1"])],
                mixes + [RemotePlaylist(key: "long", name: long, songKeys: ["2"])],
            ] {
                #expect(try await library.playlists.refresh("radio", with: given).shortenedCount == 1)
                #expect(try await library.playlists.refresh("radio", with: given).shortenedCount == 0)
            }
        },
        Rule("detects music that moves between playlists, or from a name to music") { factory in
            let library = try await factory.make(SampleMusic.all, [])
            for content in [("12", ["3"]), ("1", ["2", "3"]), ("1", ["23"]), ("1", []), ("1", [""]), ("", ["1"])] {
                let playlist = RemotePlaylist(key: "p", name: content.0, songKeys: content.1)
                #expect(try await library.playlists.refresh("radio", with: [playlist]).unchanged == 0)
                #expect(try await library.playlists.refresh("radio", with: [playlist]).unchanged == 1)
            }
        },
        Rule("removes missing playlists after a complete sync only") { factory in
            let library = try await factory.make(SampleMusic.all, mixes)
            let session = try await library.playlists.beginSync(over: "radio")
            try await session.apply(RemotePlaylistBatch(playlists: [mixes[1]]))
            try await session.cancel()
            #expect(try await library.playlists.all().count == 4)
            #expect(try await library.playlists.refresh("radio", with: [mixes[1]]).removed == 3)
            #expect(try await library.playlists.all().map(\.name) == ["Mix 2"])
            #expect(try await library.playlists.refresh("radio", with: []).removed == 1)
            #expect(try await library.playlists.all().isEmpty)
            #expect(try await library.playlists.refresh("radio", with: mixes).added == 4)
            #expect(try await library.playlists.titles(in: "Mix 3").count == 3)
        },
        Rule("keeps the records of a cancelled sync") { factory in
            let library = try await factory.make(SampleMusic.all, [])
            let session = try await library.playlists.beginSync(over: "radio")
            try await session.apply(RemotePlaylistBatch(playlists: mixes))
            try await session.cancel()
            #expect(await session.summary.added == 4)
            #expect(try await library.playlists.all().count == 4)
            #expect(try await library.playlists.beginSync(over: "radio").revision == nil)
        },
        Rule("a partial sync stores its playlists, removes none and keeps the revision") { factory in
            let library = try await factory.make(SampleMusic.all, [])
            _ = try await library.playlists.refresh("radio", with: [mixes[0]], revision: "v1")
            let session = try await library.playlists.beginSync(over: "radio")
            try await session.apply(RemotePlaylistBatch(playlists: Array(mixes.dropFirst())))
            let summary = try await session.finish(.partial)
            #expect((summary.added, summary.removed) == (3, 0))
            #expect(try await library.playlists.all().map(\.name) == mixes.map(\.name))
            #expect(try await library.playlists.beginSync(over: "radio").revision == "v1")
        },
        Rule("has stored all applied playlists after a flush") { factory in
            let library = try await factory.make(SampleMusic.all, [])
            let session = try await library.playlists.beginSync(over: "radio")
            try await session.apply(RemotePlaylistBatch(playlists: mixes))
            #expect(try await session.flush().added == 4)
            #expect(try await library.playlists.all().count == 4)
            _ = try await session.finish(.complete(revision: nil))
            #expect(try await library.playlists.all().count == 4)
        },
        Rule("returns the playlists' own revision of the last complete sync") { factory in
            let library = try await factory.make(sources: ["radio", "shop"])
            _ = try await library.music.refresh("radio", with: SampleMusic.all, revision: "music")
            #expect(try await library.playlists.beginSync(over: "radio").revision == nil)
            _ = try await library.playlists.refresh("radio", with: mixes, revision: "v1")
            let session = try await library.playlists.beginSync(over: "radio")
            #expect(await session.revision == "v1")
            let summary = try await session.finish(.unchanged)
            #expect(summary == SyncSummary())
            #expect(try await library.playlists.all().count == 4)
            #expect(try await library.playlists.beginSync(over: "radio").revision == "v1")
            #expect(try await library.playlists.beginSync(over: "shop").revision == nil)
            #expect(try await library.music.beginSync(over: "radio").revision == "music")
        },
        Rule("stores the first of two playlists with one key and rejects the others") {
            factory in
            let library = try await factory.make(SampleMusic.all, [])
            var twin = mixes[1]
            twin.key = mixes[0].key
            for _ in 1...2 {
                let session = try await library.playlists.beginSync(over: "radio")
                let bad = RejectedRecord(position: 2, .unreadable)
                try await session.apply(RemotePlaylistBatch(playlists: [mixes[0], twin], rejected: [bad]))
                try await session.apply(RemotePlaylistBatch(playlists: [mixes[2], mixes[0]]))
                let summary = try await session.finish(.complete(revision: nil))
                #expect((summary.acceptedCount, summary.rejectedCount, summary.repeatedCount) == (2, 3, 2))
                #expect(summary.rejected.map(\.position).sorted() == [2, 3, 5])
                #expect(try await library.playlists.all().map(\.name) == ["Mix 1", "Mix 3"])
            }
        },
        Rule("removes nothing while more records are rejected than last time") { factory in
            let library = try await factory.make(SampleMusic.all, mixes)
            let bad = [RejectedRecord(position: 1, .unreadable)]
            for removed in [0, 1] {
                let summary = try await library.playlists.refresh(
                    "radio", with: Array(mixes.dropFirst()), rejected: bad)
                #expect(summary.removed == removed && summary.rejected == bad)
                #expect(try await library.playlists.all().count == 4 - removed)
            }
        },
        Rule("removes missing playlists although others are repeated") { factory in
            let library = try await factory.make(SampleMusic.all, mixes)
            let summary = try await library.playlists.refresh("radio", with: [mixes[0], mixes[1], mixes[0]])
            #expect((summary.unchanged, summary.repeatedCount, summary.removed) == (2, 1, 2))
            #expect(try await library.playlists.all().map(\.name) == ["Mix 1", "Mix 2"])
        },
        Rule("removes all playlists after a complete sync without any batch") { factory in
            let library = try await factory.make(SampleMusic.all, mixes)
            let session = try await library.playlists.beginSync(over: "radio")
            #expect(try await session.finish(.complete(revision: "v2")).removed == 4)
            #expect(try await library.playlists.all().isEmpty)
            #expect(try await library.playlists.beginSync(over: "radio").revision == "v2")
        },
        Rule("keeps playlists of two sources separate, even with equal keys") { factory in
            let library = try await factory.make(sources: ["radio", "shop"])
            for source in ["radio", "shop"] { _ = try await library.playlists.refresh(source, with: mixes) }
            #expect(try await library.playlists.all().count == 8)
            #expect(try await library.playlists.refresh("shop", with: [mixes[0]]).removed == 3)
            let left = try await library.playlists.all()
            #expect(left.count { $0.source == "radio" } == 4 && left.count { $0.source == "shop" } == 1)
        },
        Rule("removes a source's playlists with it, and reads them again with a new source") { factory in
            let library = try await factory.make(sources: ["radio", "shop"])
            for source in ["radio", "shop"] {
                _ = try await library.music.refresh(source, with: SampleMusic.all)
                _ = try await library.playlists.refresh(source, with: mixes, revision: "v1")
            }
            try await library.sources.remove(named: "radio", keepingBookmarked: false)
            #expect(try await library.playlists.all().map(\.source) == Array(repeating: "shop", count: 4))
            #expect(try await library.playlists.all().allSatisfy { $0.missing == 0 })
            try await library.sources.add(Source(name: "radio", kind: "test", address: "", added: .now))
            #expect(try await library.playlists.beginSync(over: "radio").revision == nil)
            #expect(try await library.playlists.refresh("radio", with: mixes).added == 4)
        },
        Rule("does not change a source's music or the time of its last sync") { factory in
            let library = try await factory.make(sources: ["radio"])
            _ = try await library.playlists.refresh("radio", with: mixes, revision: "v1")
            #expect(try await library.sources.sources().map(\.refreshed) == [nil])
            #expect(try await library.sources.sources().map(\.count) == [0])
            #expect(try await library.music.beginSync(over: "radio").revision == nil)
        },
        Rule("adds many playlists, changes some and removes others") { factory in
            let library = try await factory.make(SampleMusic.all, [])
            var many = (0..<5_000).map { number in
                RemotePlaylist(
                    key: "\(number)", name: "Mix \(number)", songKeys: (0..<9).map { "\(($0 + number) % 25 + 1)" })
            }
            let session = try await library.playlists.beginSync(over: "radio")
            for start in stride(from: 0, to: many.count, by: 300) {
                try await session.apply(
                    RemotePlaylistBatch(playlists: Array(many[start..<min(start + 300, many.count)])))
            }
            #expect(try await session.finish(.complete(revision: nil)).added == 5_000)
            let all = try await library.playlists.all()
            #expect(all.map(\.name) == many.map(\.name))
            #expect(all.allSatisfy { ($0.count ?? 0) + $0.missing == 9 })
            for number in 0..<100 { many[number].songKeys.removeLast() }
            let rest = Array(many.prefix(400) + many.suffix(300))
            let summary = try await library.playlists.refresh("radio", with: rest)
            #expect((summary.added, summary.updated, summary.unchanged, summary.removed) == (0, 100, 600, 4_300))
            let left = try await library.playlists.all()
            #expect(left.map(\.name) == rest.map(\.name))
            #expect(left.map { ($0.count ?? 0) + $0.missing } == rest.map(\.songKeys.count))
        },
        Rule("keeps a playlist that a concurrent sync adds; the next sync reads everything") { factory in
            let library = try await factory.make(sources: ["radio"])
            let (early, late) = (
                try await library.playlists.beginSync(over: "radio"),
                try await library.playlists.beginSync(over: "radio")
            )
            try await early.apply(RemotePlaylistBatch(playlists: Array(mixes.prefix(2))))
            _ = try await early.flush()
            try await late.apply(RemotePlaylistBatch(playlists: mixes))
            #expect(try await late.finish(.complete(revision: "v2")).acceptedCount == 4)
            #expect(try await early.finish(.complete(revision: "v1")).removed == 0)
            #expect(try await library.playlists.all().count == 4)
            #expect(try await library.playlists.beginSync(over: "radio").revision == nil)
            #expect(try await library.playlists.refresh("radio", with: Array(mixes.prefix(2))).removed == 2)
        },
        Rule("a sync stops when its source gets another address of playlists") { factory in
            let library = try await factory.make(sources: ["radio"])
            let session = try await library.playlists.beginSync(over: "radio")
            var source = try #require(try await library.sources.sources().first)
            source.playlists = "test:elsewhere"
            try await library.sources.update("radio", to: source)
            await #expect(throws: SourceError.changed("radio")) {
                try await session.apply(RemotePlaylistBatch(playlists: mixes))
                _ = try await session.finish(.complete(revision: "v1"))
            }
            #expect(try await library.playlists.beginSync(over: "radio").revision == nil)
        },
        Rule("a sync stops when its source changes after the first batch") { factory in
            let library = try await factory.make(SampleMusic.all, mixes)
            let session = try await library.playlists.beginSync(over: "radio")
            try await session.apply(RemotePlaylistBatch(playlists: [mixes[0]]))
            _ = try await session.flush()
            var source = try #require(try await library.sources.sources().first)
            source.playlists = "test:elsewhere"
            try await library.sources.update("radio", to: source)
            await #expect(throws: SourceError.changed("radio")) {
                _ = try await session.finish(.complete(revision: "v1"))
            }
            #expect(try await library.playlists.all().count == 4)
            #expect(try await library.playlists.beginSync(over: "radio").revision == nil)
        },
        Rule("throws for a sync of an unknown or removed source") { factory in
            let library = try await factory.make(sources: ["shop", "radio"])
            await #expect(throws: SourceError.notFound("attic", known: ["radio", "shop"])) {
                _ = try await library.playlists.beginSync(over: "attic")
            }
            let session = try await library.playlists.beginSync(over: "radio")
            try await library.sources.remove(named: "radio", keepingBookmarked: false)
            await #expect(throws: SourceError.notFound("radio", known: ["shop"])) {
                try await session.apply(RemotePlaylistBatch(playlists: mixes))
                _ = try await session.finish(.complete(revision: nil))
            }
            #expect(try await library.playlists.all().isEmpty)
        },
    ]
}
