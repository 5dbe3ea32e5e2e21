import FermataData
import FermataDomain
import TestServer
import Testing

@Suite("A catalogue's server that cannot be reached or breaks off")
struct HTTPConnectionTests {
    @Test("a host that does not exist is unreachable, and named")
    func unknownHost() async throws {
        try await withClient { fetcher in
            let failure = try await fetcher.failure("http://no-such-host.invalid/songs")
            #expect(failure?.kind == .unreachable)
            #expect(failure?.reason == "is on a host that cannot be found: no-such-host.invalid")
            #expect(failure?.address == "http://no-such-host.invalid/songs")
        }
    }

    @Test("a refused connection is unreachable")
    func refused() async throws {
        try await withServer { server, fetcher in
            await server.stop()
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.reason == "refuses the connection: nothing listens there")
        }
    }

    @Test("a server that does not speak TLS is refused, with what to do about it")
    func noTLS() async throws {
        try await withServer { server, fetcher in
            let failure = try await fetcher.failure(server.url("/songs", scheme: "https"))
            #expect(failure?.kind == .refused)
            #expect(failure?.reason == "does not speak TLS there: is it http:// that is meant?")
        }
    }

    @Test("a reset connection is unreachable")
    func reset() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .reset)
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
        }
    }

    @Test("an answer that is cut off in the middle is unreachable", arguments: [nil, 1_000_000])
    func cutOff(claimed: Int?) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .cutOff(after: record("a") + "\n", claiming: claimed))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.reason.contains("broke off") == true)
        }
    }

    @Test("what is not HTTP is unreachable")
    func notHTTP() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .raw("220 smtp.example.org ready\r\n"))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.reason == "broke off, or does not speak HTTP")
        }
    }

    @Test("a server that says nothing is given up after the time for a first byte")
    func silent() async throws {
        let timeouts = HTTPTimeouts(firstByte: .milliseconds(200))
        try await withServer(timeouts: timeouts) { server, fetcher in
            server.answer("/songs", .silent)
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.reason == "did not answer within 200 milliseconds")
        }
    }

    @Test("a server that stops in the middle is given up after the time for a stall")
    func stalled() async throws {
        let timeouts = HTTPTimeouts(stall: .milliseconds(200))
        try await withServer(timeouts: timeouts) { server, fetcher in
            server.answer("/songs", .stalled(after: record("a") + "\n"))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.reason == "stalled: nothing came for 200 milliseconds")
        }
    }
}
