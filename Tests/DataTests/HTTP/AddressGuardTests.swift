import AsyncHTTPClient
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestServer
import TestTraits
import Testing

@Suite("Address guard")
struct AddressGuardTests {
    @Test(
        "refuses hosts with any private or reserved IP address",
        arguments: [
            "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255",
            "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1", "2002:7f00:1::", "fc00::1", "fd12::1", "fe80::1",
            "fe80::1%lo", "fec0::1", "ff02::1", "2001:db8::1", "2001::1", "not an address",
        ])
    func refusesPrivateAddresses(address: String) async throws {
        try await withServer { server, fetcher in
            let failure = await fetcher.pictureFailure("http://pictures.example/a.png", resolved: ["1.1.1.1", address])
            #expect(failure?.kind == .refused)
            #expect(failure?.cause == .privateNetwork)
            #expect(server.requests.isEmpty)
        }
    }

    @Test(
        "connects to a public host at the checked IP address",
        arguments: [
            "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2002:808:808::", "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
        ])
    func connectsToCheckedAddress(address: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.png", .document(SamplePicture.png, type: "image/png"))
            let requests = Mutex<[String]>([])
            let picture = try await fetcher.artwork(
                resolved: [address], pinned: { host, address in requests.withLock { $0.append("\(host) \(address)") } }
            ).artwork(of: song(picture: "http://pictures.example:\(server.port)/a.png"))
            #expect(picture == ArtworkImage(format: .png, bytes: SamplePicture.png))
            #expect(requests.withLock { $0 } == ["pictures.example \(address)"])
        }
    }

    @Test("checks redirects by the same rule")
    func checksRedirects() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.png", .redirect(to: "http://127.0.0.1:\(server.port)/secret.png"))
            server.answer("/secret.png", .document(SamplePicture.png, type: "image/png"))
            let failure = await fetcher.pictureFailure("http://pictures.example:\(server.port)/a.png")
            #expect(failure?.kind == .refused)
            #expect(server.requests.map(\.path) == ["/a.png"])
        }
    }

    @Test(
        "connects to the checked IP address in any case of the host name",
        arguments: ["Pictures.EXAMPLE", "PICTURES.example"])
    func ignoresCaseOfHosts(host: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.png", .document(SamplePicture.png, type: "image/png"))
            let artwork = fetcher.artwork(resolved: ["1.1.1.1"])
            let picture = try await artwork.artwork(of: song(picture: "http://\(host):\(server.port)/a.png"))
            #expect(picture != nil)
        }
    }

    @Test("refuses another port of a source's own host")
    func refusesOtherPort() async throws {
        try await withServer { server, fetcher in
            let near = await fetcher.pictureFailure(
                server.url("/a.png"), source: "http://127.0.0.1:\(server.port + 1)/")
            #expect(near?.cause == .privateNetwork)
            let other = await fetcher.pictureFailure("http://127.0.0.1/a.png", source: "http://127.0.0.1:443/")
            #expect(other?.cause == .privateNetwork)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("allows the private server of the song's own source only")
    func allowsOwnServer() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.png", .document(SamplePicture.png, type: "image/png"))
            let address = server.url("/a.png")
            let near = fetcher.artwork(source: server.url("/songs.json"))
            let picture = try await near.artwork(of: song(picture: address))
            #expect(picture != nil)
            let far = await fetcher.pictureFailure(address, source: "http://catalogue.example/songs.json")
            #expect(far?.kind == .refused)
            var homeless = song(picture: address)
            homeless.sources = []
            let music = homeless
            await #expect(throws: SourceFailure.self) { try await near.artwork(of: music) }
        }
    }

    @Test("reports a host without IP addresses as unreachable")
    func reportsUnknownHost() async throws {
        try await withServer { _, fetcher in
            let failure = await fetcher.pictureFailure("http://nowhere.example/a.png", resolved: [])
            #expect(failure?.kind == .unreachable)
            #expect(failure?.cause == .hostNotFound)
        }
    }

    @Test("applies the same rule to audio")
    func guardsAudio() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(Data.varied(count: 1_000)))
            let audio = HTTPAudioRepository(
                client: fetcher.client, guardedBy: fetcher.addressGuard(source: "http://catalogue.example/"),
                userAgent: "Fermata/1.2.3", clock: ContinuousClock(), now: { Fetcher.now })
            var music = song(at: server.url("/a.mp3"))
            music.sources = ["radio"]
            let heard = music
            await #expect(throws: SourceFailure.self) { try await audio.read(heard, into: InMemorySink()) }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("resolves hosts by the system's resolver", arguments: ["localhost", "127.0.0.1"])
    func resolvesBySystem(host: String) async throws {
        try await withServer { server, fetcher in
            let artwork = HTTPArtworkRepository(
                client: { fetcher.client },
                guardedBy: AddressGuard(sources: SingleSourceRepository("http://catalogue.example/")),
                userAgent: "Fermata/1.2.3", clock: ContinuousClock(), now: { Fetcher.now })
            let failure = await #expect(throws: SourceFailure.self) {
                try await artwork.artwork(of: song(picture: "http://\(host):\(server.port)/a.png"))
            }
            #expect(failure?.cause == .privateNetwork)
            #expect(server.requests.isEmpty)
        }
    }
}

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
            let network = NetworkGuard { host in
                host == "twin.example" ? addresses : ["192.168.0.2"]
            } pinned: {
                HTTPClient.fermata(addresses: [$0: $1])
            }
            let repository = try HTTPMusicRepository(
                address: "http://catalogue.example:\(server.port)/songs", client: client, network: network,
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
            let network = NetworkGuard { host in
                host == "twin.example" ? ["127.0.0.9", "127.0.0.8"] : ["192.168.0.2"]
            } pinned: {
                HTTPClient.fermata(addresses: [$0: $1])
            }
            let repository = try HTTPMusicRepository(
                address: "http://catalogue.example:\(server.port)/songs", client: client, network: network,
                userAgent: "Fermata/1.2.3", clock: ContinuousClock(), now: { Fetcher.now })
            let found = await cause { try await repository.batches(since: nil).collected() }
            try await client.shutdown()
            #expect(found == .connectionRefused)
        }
    }

    /// Reads a catalogue at `catalogue.example`; hosts have these IP addresses, and all lead to the server.
    private func failure(of server: CatalogueServer, _ hosts: [String: String]) async -> SourceFailure? {
        let client = HTTPClient.fermata(addresses: ["catalogue.example": "127.0.0.1"])
        let network = NetworkGuard { host in
            hosts[host].map { [$0] } ?? []
        } pinned: { host, _ in
            HTTPClient.fermata(addresses: [host: "127.0.0.1"])
        }
        var failure: SourceFailure?
        do {
            _ = try await HTTPMusicRepository(
                address: "http://catalogue.example:\(server.port)/songs", client: client, network: network,
                userAgent: "Fermata/1.2.3", clock: ContinuousClock(), now: { Fetcher.now }
            ).batches(since: nil).collected()
        } catch {
            failure = error as? SourceFailure ?? SourceFailure(.other("\(error)"), address: "")
        }
        try? await client.shutdown()
        return failure
    }
}
