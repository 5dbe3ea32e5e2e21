import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Connection failures of an HTTP catalogue")
struct HTTPConnectionTests {
    @Test("sends the complete records before a break of the connection, or before it stalls", arguments: [false, true])
    func sendsRecordsBeforeBreak(isStalled: Bool) async throws {
        try await withServer(timeouts: HTTPTimeouts(stall: .seconds(2))) { server, fetcher in
            let start = ["a", "b", "c"].map(record).joined(separator: "\n") + "\n{\"ti"
            server.answer("/songs", isStalled ? .stalled(after: start) : .cutOff(after: start))
            let (titles, failure) = try await fetcher.titlesBeforeFailure(server.url("/songs"))
            #expect(failure?.kind == .unreachable && titles == ["a", "b", "c"])
        }
    }

    @Test("reports an unknown host as unreachable, with its name")
    func reportsUnknownHost() async throws {
        try await withClient { fetcher in
            let failure = try await fetcher.failure("http://no-such-host.invalid/songs")
            #expect(failure?.kind == .unreachable)
            #expect(failure?.cause == .hostNotFound)
            #expect(failure?.address == "http://no-such-host.invalid/songs")
        }
    }

    @Test("reports a refused connection as unreachable")
    func reportsRefusedConnection() async throws {
        try await withServer { server, fetcher in
            await server.stop()
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.cause == .connectionRefused)
        }
    }

    @Test("refuses https on a server without TLS and suggests http")
    func refusesServerWithoutTLS() async throws {
        try await withServer { server, fetcher in
            let failure = try await fetcher.failure(server.url("/songs", scheme: "https"))
            #expect(failure?.kind == .refused)
            #expect(failure?.cause == .tls(.notTLS))
        }
    }

    @Test("reports a reset connection as unreachable")
    func reportsResetConnection() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .reset)
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
        }
    }

    @Test("reports a truncated response as unreachable", arguments: [nil, 1_000_000])
    func reportsTruncatedResponse(claimed: Int?) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .cutOff(after: record("a") + "\n", claiming: claimed))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect([.truncated, .connectionReset].contains(failure?.cause))
        }
    }

    @Test("reports a response in another protocol as unreachable")
    func reportsOtherProtocol() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .raw("220 smtp.example.org ready\r\n"))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.cause == .notHTTP)
        }
    }

    @Test("times out if no response arrives")
    func timesOutWithoutResponse() async throws {
        let timeouts = HTTPTimeouts(firstByte: .milliseconds(200))
        try await withServer(timeouts: timeouts) { server, fetcher in
            server.answer("/songs", .silent)
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.cause == .timedOut(after: .milliseconds(200)))
        }
    }

    @Test("times out after exactly eight checks without a response")
    func checksEightTimes() async throws {
        let timeouts = HTTPTimeouts(firstByte: .seconds(8), stall: .seconds(80))
        try await withServer(timeouts: timeouts) { server, fetcher in
            server.answer("/songs", .silent)
            let (clock, address) = (SteppedClock(), server.url("/songs"))
            let request = Task { try await fetcher.with(clock: clock).failure(address) }
            try await waitUntil { !server.requests.isEmpty }
            for _ in 1...8 { await clock.step() }
            let failure = try await request.value
            #expect(failure?.kind == .unreachable)
            #expect(clock.pauses == Array(repeating: .seconds(1), count: 8))
        }
    }

    @Test("reports a body that never starts as stalled, not as a missing response")
    func reportsMissingBodyAsStalled() async throws {
        let timeouts = HTTPTimeouts(firstByte: .seconds(20), stall: .milliseconds(200))
        try await withServer(timeouts: timeouts) { server, fetcher in
            let headers = ["Content-Length": "9"]
            server.answer("/songs", .stalled(after: Data(), type: "application/json", headers: headers))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.cause == .stalled(for: .milliseconds(200)))
        }
    }

    @Test("times out if a response stalls")
    func timesOutOnStall() async throws {
        let timeouts = HTTPTimeouts(stall: .seconds(2))
        try await withServer(timeouts: timeouts) { server, fetcher in
            server.answer("/songs", .stalled(after: record("a") + "\n"))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.cause == .stalled(for: .seconds(2)))
        }
    }
}
