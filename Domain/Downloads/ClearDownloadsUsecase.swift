/// Removes all downloads of a group that the listener may see.
public struct ClearDownloadsUsecase: Sendable {
    private let repository: any DownloadRepository
    private let listener: Listener

    public init(repository: any DownloadRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns the number of removed downloads; their music counts as not downloaded.
    ///
    /// Downloads of music that the library does not contain are removed only for unrestricted listeners.
    /// Throws `LibraryError` or `DownloadError`.
    public func execute(_ group: DownloadGroup) async throws -> Int {
        try await repository.remove(group, allowing: listener.filter)
    }
}
