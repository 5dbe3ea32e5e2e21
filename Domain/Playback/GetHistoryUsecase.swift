/// Lists the played songs that the listener may see.
public struct GetHistoryUsecase: Sendable {
    private let repository: any HistoryRepository
    private let listener: Listener

    public init(repository: any HistoryRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns a window of the plays, the last one first.
    public func execute(_ window: Window) async throws -> [PlayedSong] {
        try await repository.plays(window, allowing: listener.filter)
    }

    /// Returns the number of the plays.
    public func count() async throws -> Int {
        try await repository.count(allowing: listener.filter)
    }
}
