public import Foundation

/// Checks the library's file completely and stores whether it is damaged.
public struct CheckLibraryFileUsecase: Sendable {
    private let file: any LibraryFileRepository
    private let health: any LibraryHealthRepository
    private let now: @Sendable () -> Date

    public init(
        file: any LibraryFileRepository, health: any LibraryHealthRepository, now: @escaping @Sendable () -> Date
    ) {
        (self.file, self.health, self.now) = (file, health, now)
    }

    /// Throws `LibraryError`. O(size of the file).
    public func execute() async throws -> [LibraryFinding] {
        let findings = try await file.check()
        health.store(LibraryHealth(isDamaged: !findings.isEmpty, now: now()))
        return findings
    }
}
