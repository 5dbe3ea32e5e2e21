/// Rates songs that the listener may see, or removes their ratings.
public struct RateMusicUsecase: Sendable {
    private let repository: any MusicRepository
    private let listener: Listener

    public init(repository: any MusicRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns the songs in the order of the ids once the change is durable. All change, or none.
    ///
    /// `rating` is nil to remove the ratings. Throws `MusicError.notFound` before any change.
    public func execute(_ rating: Rating?, of ids: [MusicID]) async throws -> [Music] {
        for id in ids { _ = try await repository.music(id, allowedBy: listener) }
        return try await repository.setRating(rating, of: ids)
    }
}
