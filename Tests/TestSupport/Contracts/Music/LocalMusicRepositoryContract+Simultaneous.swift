import FermataDomain
import Foundation
import Testing

extension LocalMusicRepositoryContract {
    /// The rules for changes to a source during its sync.
    static let simultaneousSyncRules: [Rule] = [
        Rule("a sync does not remove a song that another sync adds meanwhile") { factory in
            for endsFirst in [true, false] {
                let (music, _) = try await factory.make(sources: ["radio"])
                _ = try await music.refresh("radio", with: Array(songs.prefix(4)), revision: "v1")
                let (early, late) = (
                    try await music.beginSync(over: "radio"), try await music.beginSync(over: "radio")
                )
                try await early.apply(batch(songs.prefix(3)))
                try await late.apply(batch(songs.prefix(5)))
                if endsFirst {
                    #expect(try await early.finish(.complete(revision: "v2")).removed == 0)
                    #expect(try await late.finish(.complete(revision: "v3")).acceptedCount == 5)
                } else {
                    #expect(try await late.finish(.complete(revision: "v3")).acceptedCount == 5)
                    #expect(try await early.finish(.complete(revision: "v2")).removed == 0)
                }
                #expect(try await music.count(MusicQuery()) == 5)
                #expect(try await music.beginSync(over: "radio").revision == nil, "the next sync reads all")
                #expect(try await music.refresh("radio", with: Array(songs.prefix(3)), revision: "v4").removed == 2)
                #expect(try await music.beginSync(over: "radio").revision == "v4")
            }
        },
        Rule("two syncs at the same time accept every song") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: songs)
            let (early, late) = (try await music.beginSync(over: "radio"), try await music.beginSync(over: "radio"))
            for session in [early, late] {
                try await session.apply(batch(songs.prefix(2)))
                _ = try await session.flush()
            }
            for session in [early, late] {
                try await session.apply(batch(songs.dropFirst(2)))
                let summary = try await session.finish(.complete(revision: nil))
                #expect(summary.acceptedCount == songs.count && summary.rejectedCount == 0)
            }
            #expect(try await music.count(MusicQuery()) == songs.count)
        },
        Rule("a sync that writes after another has ended makes the next one read everything") { factory in
            let (music, _) = try await factory.make(sources: ["radio"])
            var old = songs
            old[0].title = "Variations"
            _ = try await music.refresh("radio", with: old, revision: "v1")
            let session = try await music.beginSync(over: "radio")
            _ = try await music.refresh("radio", with: songs, revision: "v2")
            try await session.apply(batch(old[...]))
            #expect(try await session.finish(.complete(revision: "v1")).removed == 0)
            #expect(try await music.beginSync(over: "radio").revision == nil)
            #expect(try await music.refresh("radio", with: songs, revision: "v2").updated == 1)
            #expect(try await music.count(MusicQuery(text: "Variations")) == 0)
        },
        Rule("a sync of another source changes nothing for a sync") { factory in
            let (music, _) = try await factory.make(sources: ["radio", "shop"])
            _ = try await music.refresh("radio", with: songs, revision: "v1")
            let session = try await music.beginSync(over: "radio")
            _ = try await music.refresh("shop", with: songs)
            try await session.apply(batch(songs.dropFirst()))
            #expect(try await session.finish(.complete(revision: "v2")).removed == 1)
            #expect(try await music.beginSync(over: "radio").revision == "v2")
        },
        Rule("a sync stops when its source gets another address, which is read anew") { factory in
            for ends in [true, false] {
                let (music, sources) = try await factory.make(sources: ["radio"])
                _ = try await music.refresh("radio", with: songs, revision: "v1")
                let session = try await music.beginSync(over: "radio")
                try await session.apply(batch(songs.prefix(2)))
                _ = try await session.flush()
                var moved = try #require(try await sources.sources().first)
                moved.address = "test:elsewhere"
                try await sources.update("radio", to: moved)
                await #expect(throws: SourceError.changed("radio")) {
                    if !ends {
                        try await session.apply(batch(songs.dropFirst(2)))
                        _ = try await session.flush()
                    } else {
                        _ = try await session.finish(.unchanged)
                    }
                }
                #expect(try await music.beginSync(over: "radio").revision == nil)
                #expect(try await music.count(MusicQuery()) == songs.count)
            }
        },
        Rule("a sync stops when its source is replaced by another one of its name") { factory in
            let time = TestTime()
            let (music, sources) = try await factory.make(sources: ["radio"], time: time)
            let session = try await music.beginSync(over: "radio")
            try await session.apply(batch(songs[...]))
            try await sources.remove(named: "radio", keepingBookmarked: false)
            time.advance(by: 1)
            try await sources.add(Source(name: "radio", kind: "test", address: "test:radio", added: time.now))
            await #expect(throws: SourceError.changed("radio")) {
                _ = try await session.finish(.complete(revision: "v1"))
            }
            #expect(try await music.count(MusicQuery()) == 0)
        },
    ]

    private static func batch(_ songs: ArraySlice<RemoteMusic>) -> RemoteBatch {
        RemoteBatch(records: RemoteRecord.records(of: Array(songs)))
    }
}
