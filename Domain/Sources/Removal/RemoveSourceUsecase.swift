/// Removes a source, its credentials, and the music that came only from it with its downloads.
public struct RemoveSourceUsecase: Sendable {
    private let repository: any SourceRepository
    private let credentials: any SourceCredentialsRepository
    private let downloads: any DownloadRepository

    public init(
        repository: any SourceRepository, credentials: any SourceCredentialsRepository,
        downloads: any DownloadRepository
    ) {
        self.repository = repository
        self.credentials = credentials
        self.downloads = downloads
    }

    /// Removes the source; bookmarked music stays if `keepingBookmarked` is true.
    ///
    /// Calls `confirm` only for a source that exists. Returns false if `confirm` does, and then changes nothing.
    /// Throws `SourceError.notFound`, and `.credentials` or `DownloadError` if only these cannot be removed.
    public func execute(
        _ name: String, keepingBookmarked: Bool, confirm: @Sendable () throws -> Bool = { true }
    ) async throws -> Bool {
        let sources = try await repository.sources()
        guard let source = sources.first(where: { $0.name == name }) else {
            throw SourceError.notFound(name, known: sources.map(\.name))
        }
        guard try confirm() else { return false }
        let downloaded = try await downloadedMusic()
        try await repository.remove(named: name, keepingBookmarked: keepingBookmarked)
        for music in try await downloaded.subtracting(downloadedMusic()) { try await downloads.remove(music) }
        if source.signsIn { try await credentials.set(nil, for: source) }
        return true
    }

    /// Returns the music of the library that has a download.
    private func downloadedMusic() async throws -> Set<MusicID> {
        Set(try await downloads.downloads(allowing: .all, window: .all).map(\.id))
    }
}
