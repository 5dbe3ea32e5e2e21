public import Foundation

/// Checks a small sample of the open library, and stores that it is damaged if it finds damage.
public struct CheckLibrarySampleUsecase: Sendable {
    private let sample: any LibrarySampleRepository
    private let health: any LibraryHealthRepository
    private let now: @Sendable () -> Date

    public init(
        sample: any LibrarySampleRepository, health: any LibraryHealthRepository, now: @escaping @Sendable () -> Date
    ) {
        (self.sample, self.health, self.now) = (sample, health, now)
    }

    /// Checks a sample after a sync. The synced music is stored, so only the error of a damaged library is thrown.
    ///
    /// Throws `LibraryError.damaged`.
    public func executeAfterSync() async throws {
        do {
            try await execute()
        } catch let error as LibraryError {
            if case .damaged = error { throw error }
        }
    }

    /// Returns whether it has found damage. Does nothing while the library is known to be damaged.
    ///
    /// An intact sample proves nothing about the rest of the file, so it leaves the stored health unchanged. Throws
    /// `LibraryError`.
    @discardableResult
    public func execute() async throws -> Bool {
        let known = health.health()
        guard known?.isDamaged != true else { return false }
        let now = now()
        let seed = UInt64(bitPattern: Int64(now.timeIntervalSince1970 * 1_000))
        guard try await !sample.check(seed: seed).isEmpty else { return false }
        health.store(
            known.map { LibraryHealth(isDamaged: true, nextCheck: $0.nextCheck) }
                ?? LibraryHealth(isDamaged: true, now: now))
        return true
    }
}
