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
