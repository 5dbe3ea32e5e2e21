public import Foundation

/// Checks the file of the open library once a week.
public struct CheckLibraryWeeklyUsecase: Sendable {
    private let file: any LibraryFileRepository
    private let health: any LibraryHealthRepository
    private let now: @Sendable () -> Date

    public init(
        file: any LibraryFileRepository, health: any LibraryHealthRepository, now: @escaping @Sendable () -> Date
    ) {
        (self.file, self.health, self.now) = (file, health, now)
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
        let findings = try await file.checkWhileOpen()
        self.health.store(LibraryHealth(isDamaged: !findings.isEmpty, now: now()))
        return true
    }
}
