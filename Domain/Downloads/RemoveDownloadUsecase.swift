/// Removes a download that the listener may see.
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
    /// Throws `MusicError.notFound`, or `.restricted` before anything is removed.
    @discardableResult
    public func execute(_ id: MusicID) async throws -> Bool {
        _ = try await music.music(id, allowedBy: listener)
        let exists = try await downloads.states(of: [id])[id] != nil
        try await downloads.remove(id)
        return exists
    }
}
