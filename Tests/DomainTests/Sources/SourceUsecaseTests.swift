import FermataContracts
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Listing, adding, changing and removing sources")
struct SourceUsecaseTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let library = InMemoryMusicRepository(now: { SourceUsecaseTests.now })
    private let credentials = InMemorySourceCredentialsRepository()

    @Test("lists sources with counts, in the order they were added")
    func listsSources() async throws {
        try await fill()
        let sources = try await GetSourcesUsecase(repository: library, listener: .anyone).execute()
        #expect(sources.map(\.name) == ["shop", "radio"] && sources.map(\.count) == [0, 2])
    }

    @Test("a restricted listener gets no counts", arguments: [false, true])
    func hidesCounts(isStrict: Bool) async throws {
        try await fill()
        let listener = Listener(age: 18, isStrict: isStrict)
        let sources = try await GetSourcesUsecase(repository: library, listener: listener).execute()
        #expect(sources.map(\.count) == [nil, nil])
    }

    @Test("a restricted listener gets every issue but that a source is incomplete")
    func hidesIncompleteness() async throws {
        try await fill()
        let causes: [SyncIssue.Cause] = [.incomplete, .songs(.status(404))]
        for (source, cause) in zip(try await library.sources(), causes) {
            try await library.setIssue(SyncIssue(cause, at: Self.now), of: source)
        }
        let restricted = GetSourcesUsecase(repository: library, listener: Listener(age: 18))
        #expect(try await restricted.execute().map(\.issue?.cause) == [nil, .songs(.status(404))])
        let unrestricted = GetSourcesUsecase(repository: library, listener: .anyone)
        #expect(try await unrestricted.execute().map(\.issue?.cause) == causes)
    }

    @Test("finds a source by its name, or says which names there are")
    func findsSource() async throws {
        try await fill()
        let usecase = GetSourcesUsecase(repository: library, listener: .anyone)
        #expect(try await usecase.find("radio").count == 2)
        await #expect(throws: SourceError.notFound("attic", known: ["shop", "radio"])) {
            try await usecase.find("attic")
        }
    }

    @Test("a new source has the host of its address as name, unless it has another")
    func namesSource() async throws {
        let host = try await add(address: "https://music.example/songs", name: nil)
        #expect(host.name == "music.example" && host.added == Self.now)
        #expect(try await library.sources() == [host])
        #expect(try await add(address: "https://music.example/more", name: "home").name == "home")
        #expect(try await add(address: "songs", name: nil).name == "songs")
    }

    @Test(
        "refuses names that cannot be used",
        arguments: [
            "", " radio", "radio ", "a,b", "a\nb", "a\u{202E}b", "a\u{2028}b", "a\u{2029}b",
            String(repeating: "a", count: 65), ".", "..",
        ])
    func refusesBadNames(name: String) async throws {
        await #expect(throws: SourceError.invalidName(limit: 64)) { try await add(address: "test:a", name: name) }
        #expect(try await library.sources().isEmpty)
    }

    @Test("a source that already has a refused name can be changed and removed", arguments: [".", ".."])
    func changesSourceWithBadName(name: String) async throws {
        try await library.add(Source(name: name, kind: "test", address: "test:a", added: Self.now))
        let usecase = GetSourcesUsecase(repository: library, listener: .anyone)
        #expect(try await usecase.find(name).address == "test:a")
        #expect(try await set(name, .init(address: "test:b")).name == name)
        let removal = RemoveSourceUsecase(repository: library, credentials: credentials)
        #expect(try await removal.execute(name, keepingBookmarked: false))
        #expect(try await library.sources().isEmpty)
    }

    @Test("accepts the shortest and the longest name", arguments: [1, 64])
    func acceptsNamesUpToLimit(length: Int) async throws {
        let name = String(repeating: "a", count: length)
        #expect(try await add(address: "test:a", name: name).name == name)
    }

    @Test(
        "does not add the address of another source again, however it is spelled",
        arguments: ["http://a.example", "http://a.example:80/", "HTTP://A.example/#top", "http://a.example/"])
    func refusesKnownAddress(address: String) async throws {
        try await add(address: "http://a.example/", name: "radio")
        await #expect(throws: SourceError.addressInUse(source: "radio")) {
            try await add(address: address, name: "again")
        }
        #expect(try await library.sources().map(\.name) == ["radio"])
    }

    @Test(
        "adds other addresses on the same host",
        arguments: ["https://a.example/", "http://a.example:81/", "http://a.example/?page=2", "http://a.example/A"])
    func addsOtherAddresses(address: String) async throws {
        try await add(address: "http://a.example/", name: "radio")
        #expect(try await add(address: address, name: "other").address == address)
    }

    @Test("does not change an address to that of another source")
    func refusesTakenAddress() async throws {
        try await fill()
        await #expect(throws: SourceError.addressInUse(source: "shop")) {
            try await set("radio", .init(address: "test:shop"))
        }
        #expect(try await set("radio", .init(address: "test:radio")).address == "test:radio")
        #expect(try await library.sources().map(\.address) == ["test:shop", "test:radio"])
    }

    @Test("refuses an empty address of playlists", arguments: ["", " "])
    func refusesEmptyPlaylists(address: String) async throws {
        try await fill()
        let refused = SourceError.invalidPlaylistAddress(.empty)
        await #expect(throws: refused) { try await set("radio", .init(playlists: .address(address))) }
        let usecase = AddSourceUsecase(repository: library, credentials: credentials, now: { Self.now }) { $0 }
        await #expect(throws: refused) {
            try await usecase.execute(kind: "test", address: "test:a", playlists: address, name: nil)
        }
        #expect(try await library.sources().map(\.playlists) == [nil, "test:lists"])
    }

    @Test(
        "names a source without a name after its host or folder",
        arguments: [
            ("https://radio.example/songs.json", "radio.example"), ("/home/ann/Music", "Music"),
            ("/mnt/Rock, Pop & Jazz/", "Rock Pop & Jazz"), ("/음악 🎵", "음악 🎵"),
        ])
    func suggestsName(address: String, name: String) async throws {
        #expect(try await add(address: address, name: nil).name == name)
    }

    @Test("stores a source as it was prepared")
    func storesPreparedSource() async throws {
        let prepare: @Sendable (Source) -> Source = { source in
            var source = source
            source.address = "/absolute/" + source.address
            return source
        }
        let usecase = AddSourceUsecase(
            repository: library, credentials: credentials, now: { Self.now }, prepare: prepare)
        #expect(try await usecase.execute(kind: "test", address: "Music", name: nil).name == "Music")
        #expect(try await set("Music", .init(address: "Other"), prepare: prepare).address == "/absolute/Other")
        #expect(try await library.sources().map(\.address) == ["/absolute/Other"])
    }

    @Test("a new source is read up to its first song that the listener may see")
    func findsFirstSong() async throws {
        let invalid = RejectedRecord(position: 1, .missing(field: "title"))
        let failure = SourceFailure(.truncated, address: "test:a")
        let song = RemoteMusic(key: "1", title: "Shame", artist: "Elastica")
        let bad = RemoteBatch(records: [.init(position: 1, fingerprint: 1) { throw invalid }])
        let explicit = RemoteMusic(key: "2", title: "Curse", explicit: .explicit)
        let good = RemoteBatch(records: bad.records + RemoteRecord.records(of: [explicit, song]))
        let hidden = RemoteBatch(records: bad.records + RemoteRecord.records(of: [explicit]))
        let found = SourceCheck.song(title: "Shame", artist: "Elastica")
        for (batches, end, check) in [
            ([RemoteBatch(records: []), good], failure, found), ([good], nil, found), ([hidden], nil, .songs),
            ([], failure, .unreadable(failure)),
            ([], nil, .unreadable(SourceFailure(.content(.noRecords), address: "test:a"))),
            ([bad], nil, .rejected(invalid)),
            ([RemoteBatch(records: [], rejected: [invalid])], nil, .rejected(invalid)),
        ] {
            let remote = ScriptedBatches(batches: batches, failure: end)
            let source = Source(name: "a", kind: "test", address: "test:a", added: Self.now)
            #expect(try await remote.check(source, for: Listener(age: 12)) == check)
        }
    }

    @Test("a catalogue is read only for a result, which follows once the source is stored")
    func reportsAfterStoring() async throws {
        let requests = Mutex<[String]>([])
        let usecase = AddSourceUsecase(
            repository: library, credentials: credentials, now: { Self.now },
            check: { source, _ in
                requests.withLock { $0.append(source.name) }
                return .songs
            }, prepare: { $0 })
        _ = try await usecase.execute(kind: "test", address: "test:a", name: "a")
        #expect(requests.withLock(\.self).isEmpty)
        _ = try await usecase.execute(kind: "test", address: "test:b", name: "b") { check, source in
            requests.withLock { $0.append("\(check) of \(source.name)") }
        }
        #expect(requests.withLock(\.self) == ["b", "songs of b"])
        let full = AddSourceUsecase(
            repository: FullSources(), credentials: credentials, now: { Self.now }, check: { _, _ in .songs },
            prepare: { $0 })
        await #expect(throws: SourceError.tooMany(limit: 63)) {
            try await full.execute(kind: "test", address: "test:c", name: "c") { _, _ in
                Issue.record("A source that is not stored must not be reported.")
            }
        }
    }

    @Test("does not add a source that no repository can read")
    func checksNewSource() async throws {
        let refused = SourceError.unknownKind("x", known: ["test"])
        let usecase = AddSourceUsecase(repository: library, credentials: credentials, now: { Self.now }) { _ in
            throw refused
        }
        await #expect(throws: refused) { try await usecase.execute(kind: "x", address: "test:a", name: nil) }
        #expect(try await library.sources().isEmpty)
    }

    @Test("changes what is requested, and leaves the rest as it is")
    func changesSource() async throws {
        try await fill()
        let renamed = try await set("radio", .init(name: "home"))
        #expect((renamed.name, renamed.address, renamed.playlists) == ("home", "test:radio", "test:lists"))
        let moved = try await set("home", .init(address: "test:new", playlists: .address("test:more")))
        #expect((moved.name, moved.address, moved.playlists) == ("home", "test:new", "test:more"))
        #expect(try await set("home", .init(playlists: .removed)).playlists == nil)
        #expect(try await library.sources().map(\.name) == ["shop", "home"])
        #expect(try await library.sources().map(\.address) == ["test:shop", "test:new"])
    }

    @Test("refuses an unknown source, a bad or used name, and an unreadable address")
    func refusesBadChanges() async throws {
        try await fill()
        let before = try await library.sources()
        await #expect(throws: SourceError.notFound("attic", known: ["shop", "radio"])) {
            try await set("attic", .init(name: "a"))
        }
        await #expect(throws: SourceError.alreadyExists("shop")) { try await set("radio", .init(name: "shop")) }
        await #expect(throws: SourceError.invalidName(limit: 64)) { try await set("radio", .init(name: "a,b")) }
        let refused = SourceError.invalidAddress(.notAURL)
        await #expect(throws: refused) { try await set("radio", .init(address: "bad")) { _ in throw refused } }
        #expect(try await library.sources() == before)
    }

    @Test("removes a source after confirmation")
    func removesSource() async throws {
        try await fill()
        let usecase = RemoveSourceUsecase(repository: library, credentials: credentials)
        #expect(try await usecase.execute("radio", keepingBookmarked: false) { false } == false)
        #expect(try await library.sources().count == 2)
        #expect(try await usecase.execute("radio", keepingBookmarked: true) { true })
        #expect(try await library.sources().map(\.name) == ["shop"])
        #expect(try await library.all().map(\.isBookmarked) == [true])
        #expect(try await usecase.execute("shop", keepingBookmarked: false))
    }

    @Test("does not ask for confirmation to remove an unknown source")
    func checksNameFirst() async throws {
        try await fill()
        await #expect(throws: SourceError.notFound("attic", known: ["shop", "radio"])) {
            try await RemoveSourceUsecase(repository: library, credentials: credentials).execute(
                "attic", keepingBookmarked: false
            ) {
                Issue.record("asked")
                return true
            }
        }
    }

    /// Adds two sources. The second has two songs, one of them bookmarked.
    private func fill() async throws {
        try await library.add(Source(name: "shop", kind: "test", address: "test:shop", added: Self.now))
        try await library.add(
            Source(name: "radio", kind: "test", address: "test:radio", playlists: "test:lists", added: Self.now))
        _ = try await library.refresh("radio", with: Array(SampleMusic.all.prefix(2)))
        let song = try #require(try await library.all().first)
        _ = try await library.setBookmark(true, of: song.id)
    }

    @discardableResult
    private func add(address: String, name: String?) async throws -> Source {
        try await AddSourceUsecase(repository: library, credentials: credentials, now: { Self.now }) { $0 }
            .execute(kind: "test", address: address, name: name)
    }

    @discardableResult
    private func set(
        _ name: String, _ changes: SetSourceUsecase.Changes,
        prepare: @escaping @Sendable (Source) throws -> Source = { $0 }
    ) async throws -> Source {
        try await SetSourceUsecase(repository: library, credentials: credentials, listener: .anyone, prepare: prepare)
            .execute(name, changes)
    }
}

/// A source that sends batches, and then fails or ends.
private struct ScriptedBatches: RemoteMusicRepository {
    let batches: [RemoteBatch]
    let failure: SourceFailure?

    func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            for batch in batches { try await send(batch) }
            if let failure { throw failure }
            return .complete(revision: nil)
        }
    }
}
