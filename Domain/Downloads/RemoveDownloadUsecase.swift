/// Removes what was kept for offline use, where the listener may have it.
public struct RemoveDownloadUsecase: Sendable {
    private let music: any MusicRepository
    private let downloads: any DownloadRepository
    private let listener: Listener

    public init(music: any MusicRepository, downloads: any DownloadRepository, listener: Listener) {
        self.music = music
        self.downloads = downloads
        self.listener = listener
    }

    /// Answers whether there was something to remove.
    ///
    /// Throws `MusicError.notFound`, or `.restricted` before anything is removed.
    @discardableResult
    public func execute(_ id: MusicID) async throws -> Bool {
        _ = try await music.music(id, allowedBy: listener)
        let isThere = try await downloads.states(of: [id])[id] != nil
        try await downloads.remove(id)
        return isThere
    }
}
