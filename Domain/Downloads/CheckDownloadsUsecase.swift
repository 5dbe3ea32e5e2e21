/// Repairs the folder of downloads and reports the issues that the listener may see.
public struct CheckDownloadsUsecase: Sendable {
    private let repository: any DownloadRepository
    private let music: any MusicRepository
    private let listener: Listener

    public init(repository: any DownloadRepository, music: any MusicRepository, listener: Listener) {
        self.repository = repository
        self.music = music
        self.listener = listener
    }

    /// Whether the listener may see all issues.
    public var reportsAllIssues: Bool { listener.filter == .all }

    /// Repairs all issues and returns those about music that the listener may see.
    ///
    /// Issues of unknown music are reported only to unrestricted listeners. Throws `LibraryError` or `DownloadError`.
    public func execute() async throws -> [DownloadIssue] {
        let issues = try await repository.check()
        if reportsAllIssues { return issues }
        var visible: [DownloadIssue] = []
        for issue in issues {
            let prefix = MusicIDPrefix(issue.music)
            if try await !music.music(withPrefix: prefix, allowing: listener.filter, limit: 1).isEmpty {
                visible.append(issue)
            }
        }
        return visible
    }
}
