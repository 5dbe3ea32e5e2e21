import FermataContracts
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Checking a sample of the library")
struct CheckLibrarySampleUsecaseTests {
    private let health = InMemoryLibraryHealthRepository()
    private let time = TestTime()

    @Test("stores that the library is damaged, and when the next complete check is due")
    func storesDamage() async throws {
        let due = time.now.addingTimeInterval(60)
        health.store(LibraryHealth(isDamaged: false, nextCheck: due))
        #expect(try await usecase(LibrarySampleStub([.search])).execute())
        #expect(health.health() == LibraryHealth(isDamaged: true, nextCheck: due))
    }

    @Test("stores damage of a library that was never checked")
    func storesFirstHealth() async throws {
        #expect(try await usecase(LibrarySampleStub([.search])).execute())
        #expect(health.health()?.isDamaged == true)
    }

    @Test("an intact sample leaves the stored health unchanged", arguments: [true, false])
    func keepsHealthForIntactSample(isDamaged: Bool) async throws {
        let known = LibraryHealth(isDamaged: isDamaged, nextCheck: time.now)
        health.store(known)
        #expect(try await usecase(LibrarySampleStub()).execute() == false)
        #expect(health.health() == known)
    }

    @Test("checks other music each time, and nothing in a library known to be damaged")
    func checksOtherMusic() async throws {
        let sample = LibrarySampleStub()
        try await usecase(sample).execute()
        time.advance(by: 0.001)
        try await usecase(sample).execute()
        #expect(Set(sample.seeds).count == 2)
        health.store(LibraryHealth(isDamaged: true, nextCheck: time.now))
        try await usecase(sample).execute()
        #expect(sample.seeds.count == 2)
    }

    @Test(
        "a check that fails throws its error and stores nothing",
        arguments: [LibraryError.damaged(path: "l"), .cannotOpen(path: "l", .removed)])
    func storesNothingAfterFailure(error: LibraryError) async throws {
        await #expect(throws: error) { try await usecase(LibrarySampleStub(error: error)).execute() }
        #expect(health.health() == nil)
    }

    @Test("after a sync, throws only the error of a damaged library")
    func throwsDamageAfterSync() async throws {
        try await usecase(LibrarySampleStub(error: .busy(path: "l"))).executeAfterSync()
        try await usecase(LibrarySampleStub(error: .cannotOpen(path: "l", .tooManyOpenFiles))).executeAfterSync()
        await #expect(throws: LibraryError.damaged(path: "l")) {
            try await usecase(LibrarySampleStub(error: .damaged(path: "l"))).executeAfterSync()
        }
        #expect(health.health() == nil)
        try await usecase(LibrarySampleStub([.search])).executeAfterSync()
        #expect(health.health()?.isDamaged == true)
    }

    private func usecase(_ sample: LibrarySampleStub) -> CheckLibrarySampleUsecase {
        CheckLibrarySampleUsecase(sample: sample, health: health, now: { [time] in time.now })
    }
}

/// Returns the same findings at each check, and records its seeds.
private final class LibrarySampleStub: LibrarySampleRepository {
    private let findings: [LibraryFinding]
    private let error: LibraryError?
    private let received = Mutex<[UInt64]>([])

    init(_ findings: [LibraryFinding] = [], error: LibraryError? = nil) {
        (self.findings, self.error) = (findings, error)
    }

    var seeds: [UInt64] { received.withLock { $0 } }

    func check(seed: UInt64) async throws -> [LibraryFinding] {
        received.withLock { $0.append(seed) }
        if let error { throw error }
        return findings
    }
}
