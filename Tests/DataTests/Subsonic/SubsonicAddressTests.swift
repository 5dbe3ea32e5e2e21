import AsyncHTTPClient
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

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
        #expect(try SubsonicMusicRepository.address(text) == address)
    }

    @Test(
        "refuses an address that cannot be used",
        arguments: [
            ("https://ann:secret7@music.example.org", InvalidAddress.containsCredentials),
            ("ftp://music.example.org", .unsupportedScheme("ftp")), ("music.example.org", .notAURL), ("", .notAURL),
            ("https://", .noHost), ("https://music.example.org:0", .invalidPort(0)),
        ])
    func refusesAddress(text: String, error: InvalidAddress) {
        #expect(throws: SourceError.invalidAddress(error)) { try SubsonicMusicRepository.address(text) }
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
            let followed = await cause { try await access.stars().starredKeys() }
            fake.change { $0.answers["getStarred2"] = .redirect(to: server.url("/rest/ping.view", host: "localhost")) }
            let refused = await cause { try await access.stars().starredKeys() }
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
