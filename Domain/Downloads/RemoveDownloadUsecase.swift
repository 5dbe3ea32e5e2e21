/// Removes downloads that the listener may see.
public struct RemoveDownloadUsecase: Sendable {
    private let music: any MusicRepository
    private let downloads: any DownloadRepository
    private let listener: Listener

    public init(music: any MusicRepository, downloads: any DownloadRepository, listener: Listener) {
        self.music = music
        self.downloads = downloads
        self.listener = listener
    }

    /// Returns whether there was a download to remove.
    ///
    /// Throws `MusicError.notFound` before anything is removed.
    @discardableResult
    public func execute(_ id: MusicID) async throws -> Bool {
        try await execute([id]) > 0
    }

    /// Returns how many of these songs had a download to remove.
    ///
    /// Throws `MusicError.notFound` before anything is removed.
    public func execute(_ ids: [MusicID]) async throws -> Int {
        let known = Set(try await music.music(ids, allowing: listener.filter).map(\.id))
        if let unknown = ids.first(where: { !known.contains($0) }) { throw MusicError.notFound(unknown.description) }
        let states = try await downloads.states(of: ids)
        try await downloads.remove(Array(known))
        return states.count
    }
}

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
