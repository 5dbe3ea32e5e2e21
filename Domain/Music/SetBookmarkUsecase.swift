/// Marks or unmarks a piece of music that the listener may have.
public struct SetBookmarkUsecase: Sendable {
    private let repository: any MusicRepository
    private let listener: Listener

    public init(repository: any MusicRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Answers, once the change is durable, with the state that now holds.
    ///
    /// Throws `MusicError.notFound`, or `.restricted` before anything is changed.
    public func execute(_ isBookmarked: Bool, of id: MusicID) async throws -> Music {
        _ = try await repository.music(id, allowedBy: listener)
        return try await repository.setBookmark(isBookmarked, of: id)
    }
}
