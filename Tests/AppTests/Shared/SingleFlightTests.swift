import Synchronization
import TestTraits
import Testing
import FermataApp

@Suite("Computations shared by concurrent callers", .deadline)
struct SingleFlightTests {
    private struct Failure: Error {}

    /// A key that records its caller when it is looked up, which is when the caller joins.
    private struct Key: Hashable, Sendable {
        let name: String
        let caller: Int
        let callers: Callers

        static func == (one: Key, other: Key) -> Bool { one.name == other.name }

        func hash(into hasher: inout Hasher) {
            callers.insert(caller)
            hasher.combine(name)
        }
    }

    private final class Callers: Sendable {
        private let numbers = Mutex<Set<Int>>([])
        var count: Int { numbers.withLock { $0.count } }
        func insert(_ number: Int) { numbers.withLock { _ = $0.insert(number) } }
    }

    /// Computes nothing until it is opened, and counts what is computed.
    private final class Work: Sendable {
        private let state = Mutex((started: 0, cancelled: 0))
        private let (openings, opening) = AsyncStream.makeStream(of: Void.self)
        var started: Int { state.withLock { $0.started } }
        var cancelled: Int { state.withLock { $0.cancelled } }

        func open() { opening.finish() }

        func compute(_ value: Int) async throws -> Int {
            state.withLock { $0.started += 1 }
            for await _ in openings {}
            if Task.isCancelled { state.withLock { $0.cancelled += 1 } }
            try Task.checkCancellation()
            return value
        }
    }

    @Test("computes once for 32 callers at the same time", arguments: ["/", "/?sort=artist&offset=500000"])
    func computesOnce(name: String) async throws {
        let (flight, work, joined) = (SingleFlight<Key, Int>(), Work(), Callers())
        let callers = (1...32).map { number in
            Task {
                let key = Key(name: name, caller: number, callers: joined)
                return try await flight.value(for: key) { try await work.compute(number) }
            }
        }
        try await waitUntil { joined.count == 32 && work.started == 1 }
        work.open()
        var values: Set<Int> = []
        for caller in callers { values.insert(try await caller.value) }
        #expect(work.started == 1 && values.count == 1)
    }

    @Test("computes separately for other keys, and again after the end")
    func separatesKeys() async throws {
        let (flight, work) = (SingleFlight<String, Int>(), Work())
        async let one = flight.value(for: "a") { try await work.compute(1) }
        async let two = flight.value(for: "b") { try await work.compute(2) }
        try await waitUntil { work.started == 2 }
        work.open()
        #expect(try await (one, two) == (1, 2))
        #expect(try await flight.value(for: "a") { try await work.compute(3) } == 3)
    }

    @Test("throws the error to all callers, and computes again after it")
    func sharesErrors() async throws {
        let (flight, work, joined) = (SingleFlight<Key, Int>(), Work(), Callers())
        let callers = (1...4).map { number in
            Task {
                try await flight.value(for: Key(name: "a", caller: number, callers: joined)) { () async throws -> Int in
                    _ = try await work.compute(1)
                    throw Failure()
                }
            }
        }
        try await waitUntil { joined.count == 4 && work.started == 1 }
        work.open()
        for caller in callers { await #expect(throws: Failure.self) { try await caller.value } }
        #expect(try await flight.value(for: Key(name: "a", caller: 9, callers: joined)) { 5 } == 5)
    }

    @Test("a cancelled caller leaves the computation to the others", arguments: [0, 2])
    func continuesForOthers(cancelled: Int) async throws {
        let (flight, work, joined) = (SingleFlight<Key, Int>(), Work(), Callers())
        let callers = (1...3).map { number in
            Task {
                let key = Key(name: "a", caller: number, callers: joined)
                return try await flight.value(for: key) { try await work.compute(7) }
            }
        }
        try await waitUntil { joined.count == 3 && work.started == 1 }
        callers[cancelled].cancel()
        work.open()
        for (number, caller) in callers.enumerated() where number != cancelled { #expect(try await caller.value == 7) }
        #expect(work.cancelled == 0)
    }

    @Test("is cancelled with its last caller, and a later call computes anew")
    func cancelsWithLastCaller() async throws {
        let (flight, work, joined) = (SingleFlight<Key, Int>(), Work(), Callers())
        let callers = (1...3).map { number in
            Task {
                let key = Key(name: "a", caller: number, callers: joined)
                return try await flight.value(for: key) { try await work.compute(1) }
            }
        }
        try await waitUntil { joined.count == 3 && work.started == 1 }
        for caller in callers { caller.cancel() }
        for caller in callers { await #expect(throws: CancellationError.self) { try await caller.value } }
        #expect(work.cancelled == 1)
        #expect(try await flight.value(for: Key(name: "a", caller: 9, callers: joined)) { 2 } == 2)
    }
}
