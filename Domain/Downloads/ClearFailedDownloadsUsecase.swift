/// Removes all failed downloads that the listener may see.
public struct ClearFailedDownloadsUsecase: Sendable {
    private let repository: any DownloadRepository
    private let listener: Listener

    public init(repository: any DownloadRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns the number of removed downloads; their music counts as not downloaded.
    ///
    /// Failed downloads of unknown music are removed only for unrestricted listeners.
    /// Throws `LibraryError` or `DownloadError`.
    public func execute() async throws -> Int {
        try await repository.removeFailed(allowing: listener.filter)
    }
}
