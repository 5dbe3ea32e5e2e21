import FermataContracts
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Signing in to sources")
struct SourceCredentialsTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let address = "https://music.example.org"
    private static let own = "https://ann@music.example.org"
    private static let password = SourceCredentials(.password("secret7"))
    private let library = InMemoryMusicRepository(now: { SourceCredentialsTests.now })
    private let credentials = InMemorySourceCredentialsRepository()

    @Test("stores the user in the address, and the password apart from the library")
    func storesPassword() async throws {
        let source = try await add(SourceSignIn(user: "ann", Self.password))
        #expect((source.name, source.address, source.user) == ("music.example.org", Self.own, "ann"))
        #expect(try await library.sources().map(\.address) == [Self.own])
        #expect(credentials.all == [Self.own: Self.password])
    }

    @Test("encodes a user’s name in the address", arguments: ["ann@home", "Ann Lee", "사랑", "a/b?c#d:e"])
    func encodesUser(name: String) async throws {
        let source = try await add(SourceSignIn(user: name, Self.password))
        #expect(source.user == name)
        #expect(URL(string: source.address)?.host() == "music.example.org")
    }

    @Test("an API key needs no user")
    func acceptsAPIKey() async throws {
        let source = try await add(SourceSignIn(SourceCredentials(.apiKey("k"))))
        #expect((source.address, source.user) == (Self.address, nil))
        #expect(credentials.all == [Self.address: SourceCredentials(.apiKey("k"))])
    }

    @Test(
        "refuses a server without a secret, and a password without a user",
        arguments: [
            (nil, SourceError.secretMissing),
            (SourceSignIn(user: "ann", SourceCredentials(.password(""))), .secretMissing),
            (SourceSignIn(SourceCredentials(.apiKey(""))), .secretMissing), (SourceSignIn(password), .userMissing),
        ])
    func refusesIncompleteSignIn(signIn: SourceSignIn?, error: SourceError) async throws {
        await #expect(throws: error) { try await add(signIn) }
        #expect(try await library.sources().isEmpty && credentials.all.isEmpty)
    }

    @Test("refuses credentials for a source that Fermata does not sign in to")
    func refusesCredentialsOfFolder() async throws {
        let unsupported = SourceError.credentialsUnsupported(kind: "http")
        await #expect(throws: unsupported) { try await add(SourceSignIn(user: "ann", Self.password), kind: "http") }
        _ = try await add(nil, kind: "http")
        await #expect(throws: unsupported) { try await set(.init(user: "ann")) }
        await #expect(throws: unsupported) { try await set(.init(credentials: Self.password)) }
        #expect(credentials.all.isEmpty)
    }

    @Test(
        "does not add a source whose server refuses the credentials",
        arguments: [SignInFailure.wrongPassword, .unsupported])
    func checksCredentials(failure: SignInFailure) async throws {
        let usecase = AddSourceUsecase(
            repository: library, credentials: credentials, now: { Self.now },
            check: { source, credentials in
                #expect(source.address == Self.own && credentials == Self.password)
                throw SourceError.signInRefused(failure)
            }, prepare: SampleForms.prepare)
        await #expect(throws: SourceError.signInRefused(failure)) {
            try await usecase.execute(
                kind: "subsonic", address: Self.address, name: nil,
                signIn: SourceSignIn(user: "ann", Self.password))
        }
        #expect(try await library.sources().isEmpty && credentials.all.isEmpty)
    }

    @Test(
        "reports the check of a server, and adds one that cannot be reached",
        arguments: [
            SourceCheck.server(program: "navidrome", version: "0.53.3"),
            .unreadable(SourceFailure(.connectionRefused, address: address)),
        ])
    func reportsCheck(check: SourceCheck) async throws {
        let usecase = AddSourceUsecase(
            repository: library, credentials: credentials, now: { Self.now }, check: { _, _ in check },
            prepare: SampleForms.prepare)
        let checked = Mutex<[SourceCheck]>([])
        _ = try await usecase.execute(
            kind: "subsonic", address: Self.address, name: nil,
            signIn: SourceSignIn(user: "ann", Self.password),
            checked: { found, source in
                #expect(source.name == "music.example.org")
                checked.withLock { $0.append(found) }
            })
        #expect(checked.withLock { $0 } == [check])
        #expect(try await library.sources().count == 1 && credentials.all == [Self.own: Self.password])
    }

    @Test("asks for the secret of a valid source only, and once")
    func asksForSecretOfValidSource() async throws {
        let requests = Mutex(0)
        let signIn = SourceSignIn(user: "ann") {
            requests.withLock { $0 += 1 }
            return Self.password
        }
        try await add(signIn)
        #expect(requests.withLock(\.self) == 1)
        await #expect(throws: SourceError.addressInUse(source: "music.example.org")) { try await add(signIn) }
        #expect(requests.withLock(\.self) == 1)
    }

    @Test("stores no credentials of a source that cannot be added")
    func removesCredentialsOfRefusedSource() async throws {
        _ = try await add(SourceSignIn(user: "ann", Self.password))
        await #expect(throws: SourceError.addressInUse(source: "music.example.org")) {
            try await add(SourceSignIn(user: "ann", SourceCredentials(.password("other"))))
        }
        await #expect(throws: SourceError.alreadyExists("music.example.org")) {
            try await add(SourceSignIn(user: "bob", Self.password))
        }
        #expect(credentials.all == [Self.own: Self.password])
    }

    @Test("restores the earlier password if the source cannot be stored", arguments: [nil, password])
    func restoresPassword(earlier: SourceCredentials?) async throws {
        let source = SampleForms.prepare(
            Source(name: "home", kind: "subsonic", address: Self.own, added: Self.now))
        try await credentials.set(earlier, for: source)
        let usecase = AddSourceUsecase(
            repository: FullSources(), credentials: credentials, now: { Self.now }, prepare: SampleForms.prepare)
        await #expect(throws: SourceError.tooMany(limit: 63)) {
            try await usecase.execute(
                kind: "subsonic", address: Self.address, name: "home",
                signIn: SourceSignIn(user: "ann", SourceCredentials(.password("new"))))
        }
        #expect(credentials.all == (earlier.map { [Self.own: $0] } ?? [:]))
    }

    @Test("replaces the password")
    func replacesPassword() async throws {
        _ = try await add(SourceSignIn(user: "ann", Self.password))
        let new = SourceCredentials(.password("new"))
        #expect(try await set(.init(credentials: new)).address == Self.own)
        #expect(credentials.all == [Self.own: new])
    }

    @Test("a new password for the same address leaves what the earlier one allowed")
    func keepsPermissions() async throws {
        let old = SourceCredentials(.password("old"), allowsUnencryptedPassword: true, certificates: "/ca.pem")
        _ = try await add(SourceSignIn(user: "ann", old))
        _ = try await set(.init(credentials: SourceCredentials(.password("new"))))
        let new = SourceCredentials(.password("new"), allowsUnencryptedPassword: true, certificates: "/ca.pem")
        #expect(credentials.all == [Self.own: new])
        _ = try await set(
            .init(address: "https://new.example.org", credentials: SourceCredentials(.password("other"))))
        #expect(credentials.all == ["https://ann@new.example.org": SourceCredentials(.password("other"))])
    }

    @Test(
        "another address on the same server has the earlier user and password",
        arguments: [
            ("http://music.example.org", "https://music.example.org"),
            ("http://music.example.org:4533", "https://MUSIC.example.org:4533/sub"),
            ("https://music.example.org", "https://music.example.org:443/sub"),
        ])
    func movesCredentials(before: String, after: String) async throws {
        _ = try await add(SourceSignIn(user: "ann", Self.password), address: before)
        let address = after.replacing("https://", with: "https://ann@")
        #expect(try await set(.init(address: after)).address == address)
        #expect(credentials.all == [address: Self.password])
    }

    @Test(
        "another server does not get the password",
        arguments: [
            "https://new.example.org", "https://music.example.org:8443", "http://music.example.org",
            "http://music.example.org:443", "https://music.example.org.evil.example",
        ])
    func protectsPasswordFromOtherServer(address: String) async throws {
        _ = try await add(SourceSignIn(user: "ann", Self.password))
        await #expect(throws: SourceError.secretMissing) { try await set(.init(address: address)) }
        #expect(try await library.sources().map(\.address) == [Self.own])
        #expect(credentials.all == [Self.own: Self.password])
    }

    @Test("another user needs another password")
    func needsPasswordOfOtherUser() async throws {
        _ = try await add(SourceSignIn(user: "ann", Self.password))
        await #expect(throws: SourceError.secretMissing) { try await set(.init(user: "bob")) }
        #expect(credentials.all == [Self.own: Self.password])
        let new = SourceCredentials(.password("new"))
        _ = try await set(.init(user: "eve", credentials: new))
        #expect(credentials.all == ["https://eve@music.example.org": new])
    }

    @Test("removes the user only with an API key")
    func removesUser() async throws {
        _ = try await add(SourceSignIn(user: "ann", Self.password))
        await #expect(throws: SourceError.secretMissing) { try await set(.init(removesUser: true)) }
        await #expect(throws: SourceError.userMissing) {
            try await set(.init(removesUser: true, credentials: Self.password))
        }
        #expect(credentials.all == [Self.own: Self.password])
        let source = Source(name: "server", kind: "server", address: Self.own, added: .now)
        try await credentials.set(nil, for: source)
        await #expect(throws: SourceError.secretMissing) { try await set(.init(removesUser: true)) }
        let key = SourceCredentials(.apiKey("k"))
        #expect(try await set(.init(removesUser: true, credentials: key)).address == Self.address)
        #expect(credentials.all == [Self.address: key])
    }

    @Test(
        "an API key is needed again, unless the changes name a user",
        arguments: [
            (SetSourceUsecase.Changes(name: "home"), true), (.init(address: "https://new.example.org"), true),
            (.init(user: "ann"), false), (.init(address: "https://ann@new.example.org"), false),
        ])
    func usesStoredAPIKey(changes: SetSourceUsecase.Changes, usesAPIKey: Bool) async throws {
        let source = try await add(SourceSignIn(SourceCredentials(.apiKey("k"))))
        #expect(try await setSource.usesAPIKey(source.name, after: changes) == usesAPIKey)
    }

    @Test("the stored secret decides what a source with a user needs again")
    func usesStoredKindOfSecret() async throws {
        let source = try await add(SourceSignIn(user: "ann", Self.password))
        #expect(try await !setSource.usesAPIKey(source.name, after: .init()))
        try await set(.init(credentials: SourceCredentials(.apiKey("k"))))
        #expect(try await setSource.usesAPIKey(source.name, after: .init()))
        #expect(try await !setSource.usesAPIKey(source.name, after: .init(user: "ann")))
        #expect(try await !setSource.usesAPIKey(source.name, after: .init(user: "bob")))
    }

    @Test("keeps the password of a source that is renamed or cannot be changed")
    func keepsPassword() async throws {
        _ = try await add(SourceSignIn(user: "ann", Self.password))
        _ = try await add(nil, kind: "http")
        await #expect(throws: SourceError.alreadyExists("http")) {
            try await set(.init(name: "http", address: "https://music.example.org/sub"))
        }
        #expect(credentials.all == [Self.own: Self.password])
        _ = try await set(.init(name: "home"))
        #expect(credentials.all == [Self.own: Self.password])
    }

    @Test("removes the credentials of a removed source")
    func removesCredentials() async throws {
        _ = try await add(SourceSignIn(user: "ann", Self.password))
        let usecase = RemoveSourceUsecase(repository: library, credentials: credentials)
        #expect(try await usecase.execute("music.example.org", keepingBookmarked: false) { false } == false)
        #expect(credentials.all == [Self.own: Self.password])
        #expect(try await usecase.execute("music.example.org", keepingBookmarked: false))
        #expect(credentials.all.isEmpty)
    }

    @Test(
        "no description contains a secret",
        arguments: [SourceCredentials.Secret.password("secret7"), .apiKey("secret7")])
    func hidesSecret(secret: SourceCredentials.Secret) {
        let signIn = SourceSignIn(user: "ann", SourceCredentials(secret))
        var dumped = ""
        dump(signIn, to: &dumped)
        let changes = SetSourceUsecase.Changes(credentials: SourceCredentials(secret))
        for text in [
            "\(secret)", String(reflecting: secret), "\(signIn)", String(reflecting: signIn), dumped, "\(changes)",
        ] {
            #expect(!text.contains("secret7"))
        }
    }

    @discardableResult
    private func add(
        _ signIn: SourceSignIn?, kind: String = "subsonic", address: String = address
    ) async throws -> Source {
        try await AddSourceUsecase(
            repository: library, credentials: credentials, now: { Self.now }, prepare: SampleForms.prepare
        )
        .execute(kind: kind, address: address, name: kind == "http" ? "http" : nil, signIn: signIn)
    }

    @discardableResult
    private func set(_ changes: SetSourceUsecase.Changes) async throws -> Source {
        let name = try #require(try await library.sources().first).name
        return try await setSource.execute(name, changes)
    }

    private var setSource: SetSourceUsecase {
        SetSourceUsecase(repository: library, credentials: credentials, listener: .anyone, prepare: SampleForms.prepare)
    }
}

/// A library that stores no more sources.
struct FullSources: SourceRepository {
    func sources() async throws -> [Source] { [] }
    func add(_ source: Source) async throws { throw SourceError.tooMany(limit: 63) }
    func update(_ name: String, to source: Source) async throws {}
    func setIssue(_ issue: SyncIssue?, of source: Source) async throws {}
    func remove(named name: String, keepingBookmarked: Bool) async throws {}
}
