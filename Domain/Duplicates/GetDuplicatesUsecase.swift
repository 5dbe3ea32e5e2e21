/// Finds the duplicates among the songs that the listener may see.
public struct GetDuplicatesUsecase: Sendable {
    private let repository: any DuplicateRepository
    private let listener: Listener

    public init(repository: any DuplicateRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns the groups of `DuplicateSongs`. Memory grows with the number of duplicates.
    public func execute() async throws -> [DuplicateGroup] {
        DuplicateSongs.groups(of: try await repository.sharedSongs(allowing: listener.filter))
    }
}

/// What the library knows of the contents of songs.
public protocol DuplicateRepository: Sendable {
    /// Returns the songs that a filter allows and that share a content with another one that it allows, with these
    /// contents, in any order.
    func sharedSongs(allowing filter: ExplicitFilter) async throws -> [SharedSong]
}
