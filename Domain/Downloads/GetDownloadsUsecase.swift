/// Gets what is kept for offline use, within what the listener may have.
public struct GetDownloadsUsecase: Sendable {
    private let repository: any DownloadRepository
    private let listener: Listener

    public init(repository: any DownloadRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// The window of all downloads, whatever their state, by title.
    public func execute(_ window: Window) async throws -> [Download] {
        try await repository.downloads(allowing: listener.filter, window: window)
    }

    /// How many downloads there are, whatever their state.
    public func count() async throws -> Int {
        try await repository.count(allowing: listener.filter)
    }

    /// How far the download of each of these has come, which the listener was shown; nil for what nobody asked for.
    public func states(of music: [MusicID]) async throws -> [MusicID: DownloadState] {
        try await repository.states(of: music)
    }

    /// Each change to a download from now on.
    public func changes() -> some AsyncSequence<Download, Never> & Sendable {
        repository.changes().filter { [filter = listener.filter] in filter.allows($0.music.explicit) }
    }
}
