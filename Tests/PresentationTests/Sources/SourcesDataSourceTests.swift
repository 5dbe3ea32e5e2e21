import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import TestTraits
import Testing

@Suite("The screens of sources")
struct SourcesDataSourceTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let library = InMemoryMusicRepository(now: { SourcesDataSourceTests.now.addingTimeInterval(-180) })

    @Test("lists sources with ages, or with times for a cache")
    func listsSources() async throws {
        _ = try await source().add(kind: "test", address: "test:radio", playlists: nil, name: "radio")
        _ = try await library.refresh("radio", with: Array(SampleMusic.all.prefix(2)))
        #expect(try await source().list().map(\.ageText) == ["3 minutes ago"])
        #expect(try await source().list(showsAges: false).map(\.ageText) == ["2023-11-14T22:10:20Z"])
    }

    @Test("adds, changes and removes a source")
    func changesSource() async throws {
        let added = try await source().add(kind: "test", address: "test:a", playlists: nil, name: "radio")
        #expect([added.name, added.ageText] == ["radio", "never"])
        #expect(try await source().set("radio", .init(name: "home")).name == "home")
        #expect(try await !source().remove("home", keepingBookmarked: false) { false })
        #expect(try await source().list().map(\.name) == ["home"])
        #expect(try await source().remove("home", keepingBookmarked: false) { true })
        #expect(try await source().list().isEmpty)
    }

    @Test("a sync emits progress and a row for each source")
    func syncsSources() async throws {
        for name in ["radio", "shop"] {
            _ = try await source().add(kind: "test", address: "test:\(name)", playlists: nil, name: name)
        }
        var (progress, results): ([SyncProgressText], [SyncResultCellModel]) = ([], [])
        for try await update in source().sync(["shop"]) {
            switch update {
            case .progress(let text): progress.append(text)
            case .result(let row): results.append(row)
            }
        }
        #expect(progress == [SyncProgressText(SyncProgress(source: "shop", count: 2), seconds: 0)])
        #expect(results.map(\.source) == ["shop"])
    }

    @Test("the speed of a sync restarts for each source and for each attempt")
    func measuresSpeedOfEachSource() async throws {
        let time = TestTime()
        let remote = FakeRemoteMusicRepository(music: (1...60).map { RemoteMusic(key: "\($0)", title: "Song \($0)") })
        remote.change {
            ($0.batchSize, $0.sentBeforeFailure) = (30, 60)
            $0.failures = [SourceFailure(.connectionReset, address: "")]
        }
        let source = source(reading: remote) {
            time.advance(by: 10)
            return time.now
        }
        for name in ["radio", "shop"] {
            _ = try await source.add(kind: "test", address: "test:\(name)", playlists: nil, name: name)
        }
        var lines: [String] = []
        for try await update in source.sync() {
            if case .progress(let text) = update { lines.append(text.text) }
        }
        #expect(
            lines == [
                "radio: 30 records, 3 a second", "radio: 60 records, 3 a second", "radio: 30 records, 3 a second",
                "radio: 60 records, 3 a second", "shop: 30 records, 3 a second", "shop: 60 records, 3 a second",
            ])
    }

    @Test("adds a source of the kind that its address shows")
    func findsKind() async throws {
        var input = SourceInputModel(forms: SampleForms.all)
        (input[.address], input[.name]) = (" https://radio.example/a.json ", " ")
        let row = try await source().add(input)
        #expect([row.kind, row.address, row.name] == ["http", "https://radio.example/a.json", "radio.example"])
        input[.address] = "Music"
        await #expect(throws: SourceError.invalidAddress(.notAURLOrPath)) { try await source().add(input) }
        input[.address] = ""
        await #expect(throws: SourceError.invalidAddress(.empty)) { try await source().add(input) }
    }

    @Test("rows have the result of their latest sync, also after a new name")
    func remembersLatestResult() async throws {
        let source = source(failure: .status(404))
        _ = try await source.add(kind: "test", address: "test:radio", playlists: nil, name: "radio")
        #expect(try await source.find("radio").syncText.isEmpty)
        for try await _ in source.sync() {}
        #expect(try await source.list().map(\.syncText) == ["failed: the server returned 404 Not Found"])
        #expect(try await source.set("radio", .init(name: "home")).isProblem)
        #expect(try await source.find("home").isProblem)
        #expect(try await source.remove("home", keepingBookmarked: false))
        _ = try await source.add(kind: "test", address: "test:radio", playlists: nil, name: "home")
        #expect(try await !source.find("home").isProblem)
    }

    @Test("a web client sets no address of a source on the server's computer")
    func limitsAddresses() async throws {
        let web = source(access: .networkKinds)
        let error = SourceAccessError.localKind("folder")
        await #expect(throws: error) {
            try await web.add(kind: "folder", address: "/home/ann", playlists: nil, name: nil)
        }
        _ = try await source().add(kind: "folder", address: "/home/ann", playlists: nil, name: "Music")
        await #expect(throws: error) { try await web.set("Music", .init(address: "/")) }
        #expect(try await web.set("Music", .init(name: "Home")).name == "Home")
        #expect(try await web.list().map(\.address) == ["/home/ann"])
        #expect(try await web.remove("Home", keepingBookmarked: true))
    }

    @Test("adds a program by its words, and quotes them")
    func addsProgram() async throws {
        let words = ["command", "/usr/bin/list", "--name", "a b", "it's"]
        let row = try await source().add(words: words, playlists: nil, name: "list") { _, _ in nil }
        #expect([row.kind, row.address] == ["command", "/usr/bin/list --name 'a b' 'it'\\''s'"])
        await #expect(throws: SourceError.invalidAddress(.severalWords)) {
            try await source().add(words: ["folder", "/a", "/b"], playlists: nil, name: nil) { _, _ in nil }
        }
        #expect(try await source().add(words: ["~/a.csv"], playlists: nil, name: "a") { _, _ in nil }.kind == "file")
    }

    @Test("a web client neither adds, changes, sees nor syncs a program")
    func limitsPrograms() async throws {
        let web = source(access: .networkKinds)
        let error = SourceAccessError.localKind("command")
        await #expect(throws: error) {
            try await web.add(kind: "command", address: "id", playlists: nil, name: nil)
        }
        _ = try await source().add(kind: "command", address: "id", playlists: nil, name: "list")
        _ = try await source().add(kind: "test", address: "test:a", playlists: nil, name: "radio")
        await #expect(throws: error) { try await web.set("list", .init(address: "reboot")) }
        #expect(try await web.find("list").webAddress == "on the server’s computer")
        #expect(try await web.namesToSync() == ["radio"])
        await #expect(throws: SourceAccessError.runsProgram(source: "list")) { try await web.checkSync("list") }
        await #expect(throws: SourceAccessError.runsProgram(source: "list")) {
            for try await _ in web.sync(["list"]) {}
        }
        var synced: [String] = []
        for try await case .result(let row) in web.sync() { synced.append(row.source) }
        #expect(synced == ["radio"])
    }

    private func source(
        listener: Listener = .anyone, access: SourceAccess = .everyKind,
        failure: SourceFailureCause? = nil, reading remote: FakeRemoteMusicRepository? = nil,
        now: @escaping @Sendable () -> Date = { SourcesDataSourceTests.now }
    ) -> SourcesDataSource {
        let credentials = InMemorySourceCredentialsRepository()
        let remote = remote ?? FakeRemoteMusicRepository(music: Array(SampleMusic.all.prefix(2)))
        if let failure { remote.change { $0.failures = [SourceFailure(failure, address: "test:radio")] } }
        return SourcesDataSource(
            getSources: GetSourcesUsecase(repository: library, listener: listener),
            addSource: AddSourceUsecase(
                repository: library, credentials: credentials, now: { Self.now }, prepare: SampleForms.prepare),
            setSource: SetSourceUsecase(
                repository: library, credentials: credentials, listener: listener, prepare: SampleForms.prepare),
            removeSource: RemoveSourceUsecase(repository: library, credentials: credentials),
            syncSources: SyncUsecase(
                local: library, sources: library, listener: listener, clock: SleeplessClock(), now: { Self.now },
                remote: { _ in remote }
            ).limited(to: access),
            access: access, forms: SampleForms.all, now: now)
    }

    @Test("the question says whether bookmarked songs are removed too")
    func asksAboutBookmarkedSongs() {
        let questions = [true, false].map { SourceRemovalModel("radio", keepsBookmarked: $0).question }
        #expect(
            questions == [
                "Remove radio and all songs that came only from it, except bookmarked ones?",
                "Remove radio and all songs that came only from it, bookmarked ones included?",
            ])
    }

    @Test("the result names the source, or says that nothing was removed")
    func reportsResult() {
        let removal = SourceRemovalModel("radio", keepsBookmarked: true)
        #expect(removal.resultText(isRemoved: true) == "Removed radio.")
        #expect(removal.resultText(isRemoved: false) == "Nothing was removed.")
    }

    private static let cases: [(SourceCheck, String)] = [
        (.server(program: "", version: "1"), "Signed in to the server."),
        (.server(program: "gonic", version: ""), "Signed in to the server, which is “gonic”."),
        (.server(program: "navi\ndrome", version: "0.53"), "Signed in to the server, which is “navi drome 0.53”."),
        (.song(title: "Shame", artist: "El\nastica"), "Its first song is “Shame” by “El astica”."),
        (.song(title: "Sh\name", artist: ""), "Its first song is “Sh ame”."),
        (.songs, "The address leads to songs."),
        (
            .rejected(RejectedRecord(position: 1, .missing(field: "title"))),
            "Its first record is invalid: title is missing. The source is added all the same."
        ),
        (.late(.seconds(10)), "No song arrived within 10 seconds. The source is added all the same."),
        (
            .unreadable(SourceFailure(.connectionTimedOut, address: "https://a.example")),
            """
            Cannot read https://a.example: the connection timed out. Check the network and the address, and try again. \
            The source is added all the same.
            """
        ),
        (
            .unreadable(SourceFailure(.tls(.untrustedCertificate), address: "https://a.example")),
            """
            Cannot read https://a.example: the server’s certificate is not trusted. If you know the certificate, trust it \
            with “fermata config set http.caFile FILE”, or for a music server alone with the option --ca-file of “fermata \
            source set”. The source is added all the same.
            """
        ),
        (
            .unreadable(SourceFailure(.content(.webPage), address: "https://a.example")),
            """
            The address https://a.example is a web page (HTML) and neither a catalogue nor a music server. Check that it \
            is the address of the document or server itself, not of a page about it or of a login. The source is added \
            all the same.
            """
        ),
    ]

    @Test("says what was found, or why nothing was", arguments: cases)
    func describesCheck(check: SourceCheck, text: String) {
        #expect(check.text(of: "home") == text)
    }

    @Test("names the source, the cause and what to do")
    func namesSourceAndRemedy() {
        let text = SourceCellModel.unwatchedText("Music")
        #expect(text.contains("“Music”") && text.contains("fs.inotify.max_user_watches"))
        #expect(text.hasSuffix("or set serve.syncEvery."))
    }
}
