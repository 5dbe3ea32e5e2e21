public import Foundation

/// Checks the library's file and the downloads, and reports the findings that the listener may see.
public struct CheckLibraryUsecase: Sendable {
    private let file: CheckLibraryFileUsecase
    private let listener: Listener
    private let downloads: @Sendable () async throws -> [DownloadIssue]

    public init(
        file: CheckLibraryFileUsecase, listener: Listener,
        downloads: @escaping @Sendable () async throws -> [DownloadIssue]
    ) {
        self.file = file
        self.listener = listener
        self.downloads = downloads
    }

    /// Checks downloads only if the file is intact, because their digests are stored in it.
    ///
    /// Throws `LibraryError` or `DownloadError`.
    public func execute() async throws -> LibraryCheckResult {
        let findings = try await file.execute().map { $0.visible(to: listener) }
        return LibraryCheckResult(findings: findings, downloads: findings.isEmpty ? try await downloads() : [])
    }
}

/// The result of checking a library.
public struct LibraryCheckResult: Equatable, Sendable {
    public let findings: [LibraryFinding]
    public let downloads: [DownloadIssue]

    public init(findings: [LibraryFinding], downloads: [DownloadIssue]) {
        self.findings = findings
        self.downloads = downloads
    }
}

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

/// Whether the last complete check found a library damaged, and when the next check is due.
public struct LibraryHealth: Equatable, Sendable {
    /// The time between two checks: a week.
    private static let interval: TimeInterval = 7 * 24 * 3_600
    public let isDamaged: Bool
    public let nextCheck: Date

    public init(isDamaged: Bool, nextCheck: Date) {
        (self.isDamaged, self.nextCheck) = (isDamaged, nextCheck)
    }

    init(isDamaged: Bool, now: Date) {
        self.init(isDamaged: isDamaged, nextCheck: now + Self.interval)
    }

    /// Also true if the clock was set back by more than the time between two checks.
    func isCheckDue(at now: Date) -> Bool { !(0..<2 * Self.interval).contains(nextCheck.timeIntervalSince(now)) }
}

/// Stores the health of a library outside its file, which may be damaged.
public protocol LibraryHealthRepository: Sendable {
    /// Nil if none is stored. Returns within microseconds.
    func health() -> LibraryHealth?

    /// Does nothing if the health cannot be stored.
    func store(_ health: LibraryHealth)
}
