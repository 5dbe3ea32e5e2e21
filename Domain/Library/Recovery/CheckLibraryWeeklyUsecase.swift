public import Foundation

/// Checks the library's file once a week.
public struct CheckLibraryWeeklyUsecase: Sendable {
    private let check: CheckLibraryFileUsecase
    private let health: any LibraryHealthRepository
    private let now: @Sendable () -> Date

    public init(
        check: CheckLibraryFileUsecase, health: any LibraryHealthRepository, now: @escaping @Sendable () -> Date
    ) {
        (self.check, self.health, self.now) = (check, health, now)
    }

    /// Checks the file if that is due, and returns whether it was. The first check is due a week after the first call.
    ///
    /// Throws `LibraryError`. O(size of the file) if the check is due.
    public func execute() async throws -> Bool {
        guard let health = health.health() else {
            self.health.store(LibraryHealth(isDamaged: false, now: now()))
            return false
        }
        guard health.isCheckDue(at: now()) else { return false }
        _ = try await check.execute()
        return true
    }
}
