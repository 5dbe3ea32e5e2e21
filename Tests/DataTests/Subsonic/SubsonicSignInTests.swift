import AsyncHTTPClient
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Signing in to music servers")
struct SubsonicSignInTests {
    @Test("signs in with a salted token, and never sends the password")
    func sendsToken() async throws {
        try await withMusicServer { server, access in
            let titles = try await access.fetch().titles
            #expect(titles.count == 3)
            for call in server.calls.dropFirst() {
                #expect(call["u"] == "ann" && call["s"] == "0123456789abcdef" && call["p"] == nil)
                #expect(call["c"] == "Fermata" && call["v"] == "1.16.1" && call["f"] == "json")
            }
        }
    }

    @Test("asks for the extensions without credentials")
    func hidesCredentialsFromPublicMethod() async throws {
        try await withMusicServer { server, access in
            _ = try await access.fetch()
            let call = try #require(server.calls.first)
            #expect(call.method == "getOpenSubsonicExtensions")
            #expect(call["u"] == nil && call["t"] == nil && !call.isForm)
            #expect(server.calls.filter { $0.method == call.method }.count == 1)
        }
    }

    @Test("sends parameters as a form only if the server supports that", arguments: [["formPost"], [], nil])
    func usesForms(extensions: [String]?) async throws {
        try await withMusicServer { server, access in
            server.change { $0.extensions = extensions }
            let titles = try await access.fetch().titles
            #expect(titles.count == 3)
            #expect(server.calls.dropFirst().allSatisfy { $0.isForm == (extensions == ["formPost"]) })
        }
    }

    @Test("sends the password if the server accepts no token and the person allows it", arguments: [10, 41, 42, 43])
    func stepsDown(code: Int) async throws {
        try await withMusicServer(unencrypted: true) { server, access in
            server.change { $0.tokenError = code }
            let titles = try await access.fetch().titles
            #expect(titles.count == 3)
            #expect(server.calls.filter { $0["t"] != nil }.map(\.method).filter { $0 != "ping" } == ["getScanStatus"])
            #expect(server.calls.last?["p"] == "enc:73656372657437")
        }
    }

    @Test("does not send the password over an unencrypted connection", arguments: [10, 41, 42, 43])
    func protectsPassword(code: Int) async throws {
        try await withMusicServer(isLocal: false) { server, access in
            server.change { $0.tokenError = code }
            for _ in 1...2 { await expectFailure(.signIn(.needsEncryption)) { try await access.fetch() } }
            #expect(server.calls.allSatisfy { $0["p"] == nil })
        }
    }

    @Test("does not send an API key over an unencrypted connection")
    func protectsAPIKey() async throws {
        try await withMusicServer(secret: .apiKey("key"), isLocal: false) { server, access in
            server.change { $0.apiKeys = ["key"] }
            await expectFailure(.signIn(.needsEncryption)) { try await access.fetch() }
            #expect(server.calls.isEmpty)
        }
    }

    @Test("sends the password unencrypted to this computer", arguments: ["127.0.0.1", "localhost", "LOCALHOST"])
    func sendsPasswordToThisComputer(host: String) async throws {
        try await withServer { server, fetcher in
            let fake = FakeMusicServer(server, .songs(3))
            fake.change { $0.tokenError = 41 }
            let access = MusicServerAccess(fake, fetcher, address: server.url("", host: "ann@\(host)"))
            let titles = try await access.fetch().titles
            #expect(titles.count == 3 && fake.calls.last?["p"] == "enc:73656372657437")
        }
    }

    @Test(
        "recognizes the addresses of this computer",
        arguments: [
            ("127.8.9.10", true), ("[::1]", true), ("[::ffff:127.0.0.1]", true), ("fermata.localhost", true),
            ("128.0.0.1", false), ("[::2]", false), ("localhost.example", false), ("127.0.0.1.example", false),
        ])
    func recognizesThisComputer(host: String, isLocal: Bool) async throws {
        try await withClient { fetcher in
            let connections = SubsonicConnections(
                credentials: InMemorySourceCredentialsRepository(["http://\(host)": SourceCredentials(.apiKey("key"))]),
                http: { fetcher.client }, trusting: { _ in fetcher.client }, userAgent: "Fermata",
                retries: RetryPolicy(attempts: 1), clock: ContinuousClock(), now: { Fetcher.now },
                salt: { "0123456789abcdef" })
            let source = Source(
                name: "home", kind: "subsonic", address: "http://\(host)", added: Fetcher.now, traits: .signsIn)
            let stars = try SubsonicRepository(source, connections)
            let cause = await cause { try await stars.starredKeys() }
            #expect((cause == .signIn(.needsEncryption)) == !isLocal)
        }
    }

    @Test("does not step down for a parameter that a method misses")
    func distinguishesMissingParameters() async throws {
        try await withMusicServer(unencrypted: true) { server, access in
            server.change { ($0.errors["getScanStatus"], $0.extensions) = (10, []) }
            let titles = try await access.fetch().titles
            #expect(titles.count == 3 && server.calls.allSatisfy { $0["p"] == nil })
            #expect(server.calls.contains { $0.method == "ping" } && server.calls.allSatisfy { !$0.isForm })
        }
    }

    @Test("asks again for the extensions after a server was busy")
    func asksForExtensionsAgain() async throws {
        try await withMusicServer(retries: RetryPolicy(attempts: 1)) { server, access in
            server.change { $0.answers["getOpenSubsonicExtensions"] = .status(429) }
            await expectFailure(.status(429)) { try await access.fetch() }
            server.change { $0.answers["getOpenSubsonicExtensions"] = nil }
            let titles = try await access.fetch().titles
            #expect(titles.count == 3 && server.calls.last?.isForm == true)
        }
    }

    @Test("does not step down after a token was accepted")
    func keepsTokenAfterSuccess() async throws {
        try await withMusicServer(unencrypted: true) { server, access in
            _ = try await access.fetch()
            server.change { $0.tokenError = 41 }
            await expectFailure(.signIn(.unsupported)) { try await access.fetch() }
            #expect(server.calls.allSatisfy { $0["p"] == nil })
        }
    }

    @Test("does not step down after an error that only follows an accepted token")
    func keepsTokenAfterOtherError() async throws {
        try await withMusicServer(unencrypted: true) { server, access in
            let missing = try await access.repository().setStar(true, of: ["gone"])
            #expect(missing == ["gone"])
            server.change { $0.tokenError = 41 }
            await expectFailure(.signIn(.unsupported)) { try await access.fetch() }
            #expect(server.calls.allSatisfy { $0["p"] == nil })
        }
    }

    @Test("does not step down after a ping with the token succeeded")
    func keepsTokenAfterPing() async throws {
        try await withMusicServer(unencrypted: true) { server, access in
            server.change { $0.errors["star"] = 10 }
            // A star that fails is sent again.
            _ = try await access.repository().setStar(true, of: ["a"])
            #expect(server.calls.map(\.method).filter { ["star", "ping"].contains($0) } == ["star", "ping", "star"])
            server.change { $0.tokenError = 41 }
            await expectFailure(.signIn(.unsupported)) { try await access.fetch() }
            #expect(server.calls.allSatisfy { $0["p"] == nil })
        }
    }

    @Test(
        "does not step down if the token of a concurrent request was accepted",
        arguments: [("getScanStatus", 41), ("ping", 10)])
    func keepsTokenOfConcurrentRequest(delayed: String, code: Int) async throws {
        try await withMusicServer(unencrypted: true) { server, access in
            let gate = TestServer.Gate()
            defer { gate.open() }
            let error = #"{"subsonic-response":{"status":"failed","error":{"code":\#(code),"message":""}}}"#
            server.change { content in
                content.errors["getScanStatus"] = code
                content.answers[delayed] = .delayed(until: gate, .json(error))
            }
            let fetch = Task { await cause { try await access.fetch() } }
            try await waitUntil { server.calls.contains { $0.method == delayed } }
            let starred = try await access.repository().starredKeys()
            gate.open()
            // The status is optional: after error 10, the songs are read without it.
            let expected: SourceFailureCause? = code == 10 ? nil : .signIn(.unsupported)
            #expect(await fetch.value == expected)
            #expect(starred.isEmpty && server.calls.allSatisfy { $0["p"] == nil })
        }
    }

    @Test("signs in with an API key alone")
    func sendsAPIKey() async throws {
        try await withMusicServer(secret: .apiKey("key 7+é"), unencrypted: true) { server, access in
            server.change { $0.apiKeys = ["key 7+é"] }
            let titles = try await access.fetch().titles
            #expect(titles.count == 3)
            #expect(server.calls.dropFirst().allSatisfy { $0["apiKey"] == "key 7+é" && $0["u"] == nil })
        }
    }

    @Test(
        "reports why it cannot sign in",
        arguments: [
            (SourceCredentials.Secret.password("wrong"), SignInFailure.wrongPassword),
            (.apiKey("unknown"), .invalidAPIKey),
        ])
    func reportsRefusal(secret: SourceCredentials.Secret, failure: SignInFailure) async throws {
        try await withMusicServer(secret: secret, unencrypted: true) { _, access in
            await expectFailure(.signIn(failure)) { try await access.fetch() }
        }
    }

    @Test(
        "omits a message of the server that contains a secret",
        arguments: [
            ("secret7 is 100% wrong", ""), ("se%63ret7 is wrong", ""), ("73656372657437 is wrong", ""),
            ("100% of se%63ret7 is wrong", ""), ("sec\u{200B}ret7 is wrong", ""), ("s e c r e t 7", ""),
            ("se\u{AD}cr\u{2060}et\u{FEFF}7", ""), ("secre\u{301}t7", ""), ("ｓｅｃｒｅｔ７", ""), ("SECRET7", ""),
            ("secr\u{E0041}et7", ""), ("sec\u{202E}ret7", ""), ("736563\u{200D}72657437", ""),
            ("0123456789abcdef\u{200B}0123456789ABCDEF", ""), ("api\u{AD}Key=x", ""),
            ("secret 8", "secret 8"),
            ("deed deed deed deed deed deed deed deed", "deed deed deed deed deed deed deed deed"),
            ("u=ann%26t%3D0123456789abcdef0123456789abcdef%26s%3Dx", ""), ("v=1%26s%3D77", ""), ("api%4Bey=x", ""),
            ("apiKey=x", ""), ("0123456789abcdef0123456789ABCDEF", ""), ("disk full", "disk full"),
        ])
    func omitsSecrets(message: String, reported: String) async throws {
        try await withMusicServer { server, access in
            server.change {
                $0.answers["getStarred2"] = .json(
                    #"{"subsonic-response":{"status":"failed","error":{"code":0,"message":"\#(message)"}}}"#)
            }
            await expectFailure(.server(code: 0, message: reported)) { try await access.repository().starredKeys() }
        }
    }

    @Test("signs in to a new source, and reports the program of its server")
    func checksNewSource() async throws {
        try await withMusicServer { server, access in
            let password = SourceCredentials(.password("secret7"))
            let found = try await access.connections.signIn(to: access.source, password)
            #expect(found == .server(program: "fake", version: "1"))
            for secret in ["secret7", "s e c r e t 7"] {
                server.change {
                    $0.answers["ping"] = .json(
                        #"{"subsonic-response":{"status":"ok","type":"\#(secret)","serverVersion":[]}}"#)
                }
                let hidden = try await access.connections.signIn(to: access.source, password)
                #expect(hidden == .server(program: "", version: ""))
            }
        }
    }

    @Test("refuses wrong credentials of a new source")
    func refusesWrongCredentials() async throws {
        try await withMusicServer(isLocal: false) { server, access in
            for (secret, failure) in [
                (SourceCredentials.Secret.password("wrong"), SignInFailure.wrongPassword),
                (.apiKey("key"), .needsEncryption),
            ] {
                await #expect(throws: SourceError.signInRefused(failure)) {
                    try await access.connections.signIn(to: access.source, SourceCredentials(secret))
                }
            }
            server.change { $0.tokenError = 41 }
            await #expect(throws: SourceError.signInRefused(.needsEncryption)) {
                try await access.connections.signIn(to: access.source, SourceCredentials(.password("secret7")))
            }
        }
    }

    @Test("reports a new source whose credentials cannot be checked")
    func reportsUncheckedSource() async throws {
        try await withMusicServer { server, access in
            let answers: [(ScriptedResponse, SourceFailureCause)] = [
                (.status(502), .status(502)), (.html("<p>"), .content(.webPage)), (.status(404), .status(404)),
                (
                    .json(#"{"subsonic-response":{"status":"failed","error":{"code":50,"message":""}}}"#),
                    .signIn(.notAllowed)
                ),
            ]
            for (answer, cause) in answers {
                server.change { $0.answers["ping"] = answer }
                let check = try await access.connections.signIn(
                    to: access.source, SourceCredentials(.password("secret7")))
                guard case .unreadable(let failure) = check else {
                    Issue.record("The check is \(check).")
                    continue
                }
                #expect(failure.cause == cause)
            }
        }
    }

    @Test("reports that this computer has no credentials, and sends nothing")
    func needsCredentials() async throws {
        try await withMusicServer { server, access in
            try await access.credentials.set(nil, for: access.source)
            await expectFailure(.signIn(.noCredentials)) { try await access.fetch() }
            #expect(server.calls.isEmpty)
        }
    }

    @Test("uses a changed password at once")
    func readsChangedPassword() async throws {
        try await withMusicServer { server, access in
            _ = try await access.fetch()
            server.change { $0.passwords["ann"] = "new" }
            await expectFailure(.signIn(.wrongPassword)) { try await access.fetch() }
            try await access.credentials.set(SourceCredentials(.password("new")), for: access.source)
            #expect(try await access.fetch().titles.count == 3)
        }
    }

    @Test("signs in as a user and with a password of any characters")
    func encodesCredentials() async throws {
        let (user, password) = ("Ann & Bob/ü?", "p+ %&=#🎵")
        try await withServer { server, fetcher in
            let fake = FakeMusicServer(server, .songs(1))
            fake.change { $0.passwords = [user: password] }
            let added = try await AddSourceUsecase(
                repository: InMemoryMusicRepository(now: { Fetcher.now }),
                credentials: InMemorySourceCredentialsRepository(), now: { Fetcher.now },
                prepare: SampleForms.prepare
            ).execute(
                kind: "subsonic", address: fake.address, name: nil,
                signIn: SourceSignIn(user: user, SourceCredentials(.password(password))))
            for extensions in [["formPost"], []] {
                fake.change { $0.extensions = extensions }
                let access = MusicServerAccess(fake, fetcher, secret: .password(password), address: added.address)
                #expect(try await access.fetch().titles == ["Song 0"])
            }
        }
    }
}

@Suite("Addresses and redirects of music servers")
struct SubsonicAddressTests {
    @Test(
        "accepts the address of a server or of its endpoints",
        arguments: [
            ("https://ann@music.example.org", "https://ann@music.example.org"),
            ("https://ann@music.example.org/", "https://ann@music.example.org"),
            ("https://ann@music.example.org/rest", "https://ann@music.example.org"),
            ("https://music.example.org/sub/rest/?a=b#c", "https://music.example.org/sub"),
            ("https://a%2Fb%3A@music.example.org//", "https://a%2Fb%3A@music.example.org"),
        ])
    func normalizesAddress(text: String, address: String) throws {
        #expect(try SubsonicRepository.address(text) == address)
    }

    @Test(
        "refuses an address that cannot be used",
        arguments: [
            ("https://ann:secret7@music.example.org", InvalidAddress.containsCredentials),
            ("ftp://music.example.org", .unsupportedScheme("ftp")), ("music.example.org", .notAURL), ("", .notAURL),
            ("https://", .noHost), ("https://music.example.org:0", .invalidPort(0)),
        ])
    func refusesAddress(text: String, error: InvalidAddress) {
        #expect(throws: SourceError.invalidAddress(error)) { try SubsonicRepository.address(text) }
    }

    @Test("follows a redirect on the same server", arguments: [[], ["formPost"]])
    func followsRedirect(extensions: [String]) async throws {
        try await withServer { server, fetcher in
            let fake = FakeMusicServer(server, .songs(2))
            fake.change { $0.extensions = extensions }
            for method in ["getOpenSubsonicExtensions", "getScanStatus", "search3"] {
                server.answer("/old/rest/\(method).view", .redirect(to: "/rest/\(method).view?u=x", status: 301))
            }
            let address = fake.address.replacing("http://", with: "http://ann@") + "/old"
            let access = MusicServerAccess(fake, fetcher, address: address)
            let titles = try await access.fetch().titles
            #expect(titles.count == 2)
            #expect(fake.calls.dropFirst().allSatisfy { $0["u"] == "ann" })
            #expect(server.requests.allSatisfy { $0["User-Agent"] == "Fermata/1.2.3" })
            let forms = server.requests.filter { $0.method == "POST" }
            #expect(forms.isEmpty == extensions.isEmpty)
            #expect(forms.allSatisfy { $0["Content-Type"] == "application/x-www-form-urlencoded" })
        }
    }

    @Test("follows a redirect over TLS, but none from TLS to an unencrypted connection")
    func keepsTLS() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Data(TestCertificate.ownName.certificate.utf8).write(to: folder.url.appending(path: "ca.pem"))
        try await withCatalogueServer(certificate: .ownName) { server in
            let client = HTTPClient.fermata(certificates: [folder.path("ca.pem")])
            let fake = FakeMusicServer(server)
            let access = MusicServerAccess(
                fake, Fetcher(client: client, timeouts: HTTPTimeouts(), limits: CatalogueLimits()),
                address: fake.secureAddress.replacing("https://", with: "https://ann@"))
            fake.change { $0.answers["getStarred2"] = .redirect(to: "/rest/ping.view") }
            let followed = await cause { try await access.repository().starredKeys() }
            fake.change { $0.answers["getStarred2"] = .redirect(to: server.url("/rest/ping.view", host: "localhost")) }
            let refused = await cause { try await access.repository().starredKeys() }
            try await client.shutdown()
            #expect(followed == nil && fake.calls.contains { $0.method == "ping" })
            #expect(refused == .redirect(.otherServer("localhost")))
        }
    }

    @Test(
        "sends nothing to another server",
        arguments: [
            "http://other.example/rest/x", "//other.example/", "http://127.0.0.1:1/", "https://localhost/",
            "https://127.0.0.1/",
        ])
    func refusesOtherServer(location: String) async throws {
        try await withServer { server, fetcher in
            let fake = FakeMusicServer(server, .songs(2))
            for method in ["getOpenSubsonicExtensions", "getScanStatus", "search3", "stream"] {
                fake.change { $0.answers[method] = .redirect(to: location, status: 307) }
            }
            let access = MusicServerAccess(fake, fetcher)
            guard case .redirect(.otherServer(let host)) = await cause({ try await access.fetch() }) else {
                Issue.record("The redirect must be refused.")
                return
            }
            #expect(location.contains(host))
        }
    }

    @Test("refuses the sixth redirect of a request")
    func refusesSixthRedirect() async throws {
        try await withServer { server, fetcher in
            let fake = FakeMusicServer(server, .songs(1))
            for (method, hops) in [("getOpenSubsonicExtensions", 5), ("getScanStatus", 6)] {
                server.redirect("/old/rest/\(method).view", hops: hops, to: "/rest/\(method).view")
            }
            let address = fake.address.replacing("http://", with: "http://ann@") + "/old"
            let access = MusicServerAccess(fake, fetcher, address: address)
            await expectFailure(.redirect(.tooMany(limit: 5))) { try await access.fetch() }
            #expect(fake.calls.map(\.method).contains("getOpenSubsonicExtensions"))
            #expect(!fake.calls.map(\.method).contains("getScanStatus"))
        }
    }

    @Test("stops endless redirects")
    func stopsEndlessRedirects() async throws {
        try await withMusicServer { server, access in
            server.change { $0.answers["getScanStatus"] = .redirect(to: "/rest/getScanStatus.view") }
            await expectFailure(.redirect(.loop)) { try await access.fetch() }
        }
    }
}
