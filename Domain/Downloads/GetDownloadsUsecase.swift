/// Gets the downloads that the listener may see.
public struct GetDownloadsUsecase: Sendable {
    private let repository: any DownloadRepository
    private let listener: Listener

    public init(repository: any DownloadRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns a window of the downloads in every state, by title.
    public func execute(_ window: Window) async throws -> [Download] {
        try await repository.downloads(allowing: listener.filter, window: window)
    }

    /// Returns the number of downloads in every state.
    public func count() async throws -> Int {
        try await repository.count(allowing: listener.filter)
    }

    /// Returns the number of downloads of a group.
    ///
    /// Downloads of music that the library does not contain are counted only for unrestricted listeners.
    public func count(of group: DownloadGroup) async throws -> Int {
        try await repository.count(of: group, allowing: listener.filter)
    }

    /// Returns the states of songs that the listener has been shown; a song without a request has none.
    public func states(of music: [MusicID]) async throws -> [MusicID: DownloadState] {
        try await repository.states(of: music)
    }

    /// Emits each change of a download from now on.
    public func changes() -> some AsyncSequence<Download, Never> & Sendable {
        repository.changes().filter { [filter = listener.filter] in filter.allows($0.music.explicit) }
    }
}
