import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Checking the library once a week")
struct CheckLibraryWeeklyUsecaseTests {
    private static let week: TimeInterval = 7 * 24 * 3_600
    private let health = InMemoryLibraryHealthRepository()
    private let time = TestTime()

    @Test("the first check is due a week after the first call")
    func schedulesFirstCheck() async throws {
        #expect(try await usecase().execute() == false)
        #expect(health.health()?.isDamaged == false)
        time.advance(by: Self.week - 1)
        #expect(try await usecase().execute() == false)
        time.advance(by: 2)
        #expect(try await usecase().execute())
        #expect(try await usecase().execute() == false)
    }

    @Test("stores the result and when the next check is due", arguments: [[], [.search]] as [[LibraryFinding]])
    func storesResult(findings: [LibraryFinding]) async throws {
        health.store(LibraryHealth(isDamaged: findings.isEmpty, nextCheck: time.now))
        #expect(try await usecase(findings).execute() == false)
        time.advance(by: 1)
        #expect(try await usecase(findings).execute())
        #expect(
            health.health()
                == LibraryHealth(isDamaged: !findings.isEmpty, nextCheck: time.now.addingTimeInterval(Self.week)))
    }

    @Test("a clock that was set back by years does not prevent checks")
    func checksAfterClockSetBack() async throws {
        health.store(LibraryHealth(isDamaged: false, nextCheck: time.now.addingTimeInterval(2 * Self.week)))
        #expect(try await usecase().execute())
        health.store(LibraryHealth(isDamaged: false, nextCheck: time.now.addingTimeInterval(2 * Self.week - 1)))
        #expect(try await usecase().execute() == false)
    }

    @Test("a check that fails stores nothing")
    func storesNothingAfterFailure() async throws {
        let due = LibraryHealth(isDamaged: true, nextCheck: time.now.addingTimeInterval(-1))
        health.store(due)
        let usecase = CheckLibraryWeeklyUsecase(
            file: LibraryFileStub(error: .busy(path: "l")), health: health, now: { [time] in time.now })
        await #expect(throws: LibraryError.busy(path: "l")) { try await usecase.execute() }
        #expect(health.health() == due)
    }

    private func usecase(_ findings: [LibraryFinding] = []) -> CheckLibraryWeeklyUsecase {
        CheckLibraryWeeklyUsecase(
            file: LibraryFileStub(findings: findings), health: health, now: { [time] in time.now })
    }
}
