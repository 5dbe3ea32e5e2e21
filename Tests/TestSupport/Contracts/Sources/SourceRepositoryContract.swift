import FermataDomain
import Foundation
import Testing

/// What every `SourceRepository` keeps to, together with the library it belongs to.
public enum SourceRepositoryContract {
    public typealias Rule = ContractRule<LocalMusicRepositoryFactory>
    private static let songs = Array(SampleMusic.all.prefix(3))

    public static let rules: [Rule] = [
        Rule("remembers sources by the time they were added") { factory in
            let (_, sources) = try await factory.make(sources: ["shop", "radio"])
            #expect(try await sources.sources().map(\.name) == ["shop", "radio"])
            #expect(try await sources.sources().map(\.address) == ["test:shop", "test:radio"])
            #expect(
                try await sources.sources().allSatisfy { $0.kind == "test" && $0.refreshed == nil && $0.count == 0 })
        },
        Rule("refuses a name that is taken") { factory in
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
        Rule("removes a source but keeps what was bookmarked, until it is found again") { factory in
            let (music, sources) = try await factory.make(sources: ["radio"])
            _ = try await music.refresh("radio", with: songs)
            let kept = try #require(try await music.all().first)
            _ = try await music.setBookmark(true, of: kept.id)
            try await sources.remove(named: "radio", keepingBookmarked: true)
            #expect(try await music.all().map(\.id) == [kept.id])
            #expect(try await music.all().map(\.sources) == [[]])
            try await sources.add(Source(name: "radio", kind: "test", address: "", added: .now))
            _ = try await music.refresh("radio", with: songs)
            #expect(try await music.count(MusicQuery()) == 3)
            #expect(try await music.answer(MusicQuery(bookmarkedOnly: true)).map(\.id) == [kept.id])
        },
        Rule("does not remove a source that it does not know") { factory in
            let (_, sources) = try await factory.make(sources: ["radio"])
            await #expect(throws: SourceError.notFound("attic", known: ["radio"])) {
                try await sources.remove(named: "attic", keepingBookmarked: false)
            }
        },
    ]
}
