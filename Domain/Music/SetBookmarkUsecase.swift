/// Sets or removes the bookmark of a song that the listener may see.
public struct SetBookmarkUsecase: Sendable {
    private let repository: any MusicRepository
    private let listener: Listener

    public init(repository: any MusicRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns the changed song once the change is durable.
    ///
    /// Throws `MusicError.notFound` before any change.
    public func execute(_ isBookmarked: Bool, of id: MusicID) async throws -> Music {
        _ = try await repository.music(id, allowedBy: listener)
        return try await repository.setBookmark(isBookmarked, of: id)
    }
}
