import AsyncHTTPClient
import FermataContracts
import FermataData
import FermataDomain
import TestServer
import Testing

@Suite("Redirects of a catalogue into private networks")
struct RedirectGuardTests {
    @Test(
        "does not follow a redirect of a public catalogue to a private address", arguments: ["127.0.0.1", "10.0.0.7"])
    func refusesPrivateTarget(target: String) async throws {
        try await withCatalogueServer { server in
            server.answer("/songs", .redirect(to: "http://router.example:\(server.port)/secret"))
            server.answer("/secret", .json(record("a")))
            let failure = await failure(of: server, ["catalogue.example": "1.1.1.1", "router.example": target])
            #expect(failure?.cause == .privateNetwork && failure?.kind == .refused)
            #expect(server.requests.map(\.path) == ["/songs"])
        }
    }

    @Test("follows redirects to public addresses, and a private catalogue’s to any address")
    func followsOtherRedirects() async throws {
        for (own, target) in [("1.1.1.1", "8.8.8.8"), ("192.168.0.2", "10.0.0.7"), ("127.0.0.1", "1.1.1.1")] {
            try await withCatalogueServer { server in
                server.answer("/songs", .redirect(to: "http://other.example:\(server.port)/moved"))
                server.answer("/moved", .json(record("a")))
                let failure = await failure(of: server, ["catalogue.example": own, "other.example": target])
                #expect(failure == nil, "\(own) to \(target)")
                #expect(server.requests.map(\.path) == ["/songs", "/moved"])
            }
        }
    }

    @Test("follows a redirect on the catalogue's own server without resolving its host")
    func followsOwnServer() async throws {
        try await withCatalogueServer { server in
            server.answer("/songs", .redirect(to: "/moved"))
            server.answer("/moved", .json(record("a")))
            #expect(await failure(of: server, [:]) == nil)
        }
    }

    @Test(
        "tries every address of a host after a redirect",
        arguments: [["127.0.0.9", "127.0.0.1"], ["::1", "127.0.0.9", "127.0.0.1"], ["127.0.0.1", "127.0.0.9"]])
    func triesEveryAddress(addresses: [String]) async throws {
        try await withCatalogueServer { server in
            server.answer("/songs", .redirect(to: "http://twin.example:\(server.port)/moved"))
            server.answer("/moved", .json(record("a")))
            let client = HTTPClient.fermata(addresses: ["catalogue.example": "127.0.0.1"])
            let redirects = RedirectGuard { host in
                host == "twin.example" ? addresses : ["192.168.0.2"]
            } pinned: {
                HTTPClient.fermata(addresses: [$0: $1])
            }
            let repository = try HTTPMusicRepository(
                address: "http://catalogue.example:\(server.port)/songs", client: client, redirects: redirects,
                userAgent: "Fermata/1.2.3", clock: ContinuousClock(), now: { Fetcher.now })
            let batches = try? await repository.batches(since: nil).collected().batches
            try await client.shutdown()
            #expect(batches?.map(\.count) == [1])
        }
    }

    @Test("reports that no address of a host accepts connections")
    func reportsUnreachableAddresses() async throws {
        try await withCatalogueServer { server in
            server.answer("/songs", .redirect(to: "http://twin.example:\(server.port)/moved"))
            let client = HTTPClient.fermata(addresses: ["catalogue.example": "127.0.0.1"])
            let redirects = RedirectGuard { host in
                host == "twin.example" ? ["127.0.0.9", "127.0.0.8"] : ["192.168.0.2"]
            } pinned: {
                HTTPClient.fermata(addresses: [$0: $1])
            }
            let repository = try HTTPMusicRepository(
                address: "http://catalogue.example:\(server.port)/songs", client: client, redirects: redirects,
                userAgent: "Fermata/1.2.3", clock: ContinuousClock(), now: { Fetcher.now })
            let found = await cause { try await repository.batches(since: nil).collected() }
            try await client.shutdown()
            #expect(found == .connectionRefused)
        }
    }

    /// Reads a catalogue at `catalogue.example`; hosts have these IP addresses, and all lead to the server.
    private func failure(of server: CatalogueServer, _ hosts: [String: String]) async -> SourceFailure? {
        let client = HTTPClient.fermata(addresses: ["catalogue.example": "127.0.0.1"])
        let redirects = RedirectGuard { host in
            hosts[host].map { [$0] } ?? []
        } pinned: { host, _ in
            HTTPClient.fermata(addresses: [host: "127.0.0.1"])
        }
        var failure: SourceFailure?
        do {
            _ = try await HTTPMusicRepository(
                address: "http://catalogue.example:\(server.port)/songs", client: client, redirects: redirects,
                userAgent: "Fermata/1.2.3", clock: ContinuousClock(), now: { Fetcher.now }
            ).batches(since: nil).collected()
        } catch {
            failure = error as? SourceFailure ?? SourceFailure(.other("\(error)"), address: "")
        }
        try? await client.shutdown()
        return failure
    }
}
