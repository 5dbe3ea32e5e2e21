/// Mends the folder of downloads, and tells of it what the listener may know.
public struct CheckDownloadsUsecase: Sendable {
    private let repository: any DownloadRepository
    private let music: any MusicRepository
    private let listener: Listener

    public init(repository: any DownloadRepository, music: any MusicRepository, listener: Listener) {
        self.repository = repository
        self.music = music
        self.listener = listener
    }

    /// Mends everything, and answers the findings about music that the listener may have.
    ///
    /// Of music that is not in the library only a listener who may have all is told. Throws `LibraryError`.
    public func execute() async throws -> [DownloadIssue] {
        let findings = try await repository.check()
        let filter = listener.filter
        if filter == .all { return findings }
        var told: [DownloadIssue] = []
        for finding in findings {
            let prefix = MusicIDPrefix(finding.music)
            if try await !music.music(withPrefix: prefix, allowing: filter, limit: 1).isEmpty { told.append(finding) }
        }
        return told
    }
}
