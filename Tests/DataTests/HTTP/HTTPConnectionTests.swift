import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
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

    @Test("cancels while it waits for a response")
    func cancelsWhileWaiting() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .silent)
            let repository = try fetcher.repository(server.url("/songs"))
            let task = Task { try await repository.batches(since: nil).collected() }
            try await waitUntil { !server.requests.isEmpty }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("cancels an endless catalogue while it returns batches")
    func cancelsEndlessCatalogue() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .endless(record("a") + "\n"))
            let repository = try fetcher.repository(server.url("/songs"))
            let (batches, continuation) = AsyncStream.makeStream(of: Int.self)
            let task = Task {
                for try await case .batch(let batch) in repository.batches(since: nil) {
                    continuation.yield(batch.records.count)
                }
            }
            for await count in batches where count > 0 { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("throws CancellationError if it is cancelled before it starts")
    func cancelsBeforeStart() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .silent)
            let repository = try fetcher.repository(server.url("/songs"))
            let (gate, continuation) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                for await _ in gate {}
                return try await repository.batches(since: nil).collected()
            }
            task.cancel()
            continuation.finish()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}

@Suite("An HTTP catalogue and a slow consumer", .deadline)
struct HTTPBackPressureTests {
    @Test("stops reading an endless catalogue when its consumer stops")
    func stopsWithItsConsumer() async throws {
        let closed = TestServer.Gate()
        try await withServer { server, fetcher in
            server.answer("/songs", .endless(record("a") + "\n", closed: closed))
            for try await _ in try fetcher.repository(server.url("/songs")).batches(since: nil) { break }
            try await waitUntil { closed.isOpen }
        }
    }
}

@Suite("Stall detector")
struct StallDetectorTests {
    private let stallDetector = StallDetector(timeouts: HTTPTimeouts(firstByte: .seconds(30), stall: .seconds(10)))

    @Test("limits the wait for the head of a response")
    func limitsHead() {
        stallDetector.measure(.head)
        #expect(stallDetector.advance(by: .seconds(29)) == nil)
        #expect(stallDetector.advance(by: .seconds(1)) == .head)
    }

    @Test("limits the wait for the bytes of a body, however many chunks they come in")
    func limitsProgress() {
        stallDetector.measure(.head)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.measure(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.receive(StallDetector.progressBytes - 1)
        stallDetector.receive(1)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.receive(1)
        stallDetector.measure(nil)
        stallDetector.measure(.body)
        stallDetector.receive(StallDetector.progressBytes - 2)
        #expect(stallDetector.advance(by: .seconds(1)) == .body)
    }

    @Test("counts only received bytes towards the progress of a body")
    func countsReceivedBytes() {
        stallDetector.measure(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.receive(StallDetector.progressBytes - 1)
        #expect(stallDetector.advance(by: .seconds(1)) == .body)
    }

    @Test("ignores the time between waits")
    func ignoresTimeBetweenWaits() {
        stallDetector.measure(.body)
        #expect(stallDetector.advance(by: .seconds(9)) == nil)
        stallDetector.measure(nil)
        #expect(stallDetector.advance(by: .seconds(1_000)) == nil)
        stallDetector.measure(.body)
        #expect(stallDetector.advance(by: .milliseconds(999)) == nil)
        #expect(stallDetector.advance(by: .milliseconds(1)) == .body)
    }
}

/// A clock whose sleepers wait until the test resumes them.
final class SteppedClock: Clock {
    private struct State {
        var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
        var cancelled: Set<Int> = []
        var pauses: [Duration] = []
    }

    private let state = Mutex(State())
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    /// The durations of all sleeps so far.
    var pauses: [Duration] { state.withLock { $0.pauses } }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.pauses.append(now.duration(to: deadline))
            return state.pauses.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if !state.cancelled.contains(id) { state.sleepers[id] = continuation }
                    return state.cancelled.contains(id)
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Waits for a sleeper and resumes it.
    func step() async {
        while true {
            let sleeper = state.withLock { state in
                state.sleepers.keys.min().flatMap { state.sleepers.removeValue(forKey: $0) }
            }
            if let sleeper { return sleeper.resume() }
            if Task.isCancelled { return }
            await Task.yield()
        }
    }
}
