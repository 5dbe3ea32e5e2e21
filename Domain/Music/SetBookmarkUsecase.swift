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
    /// Throws `LibraryError.noSuchMusic`, or `.refusedByRule` before anything is changed.
    public func execute(_ isBookmarked: Bool, of id: MusicID) async throws -> Music {
        guard let music = try await repository.music(withPrefix: MusicIDPrefix(id), allowing: .all, limit: 1).first
        else {
            throw LibraryError.noSuchMusic(id.description)
        }
        guard listener.filter.allows(music.explicit) else { throw LibraryError.refusedByRule }
        return try await repository.setBookmark(isBookmarked, of: id)
    }
}
