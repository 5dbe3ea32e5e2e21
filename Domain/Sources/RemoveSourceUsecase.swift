/// Removes a source and the music that came only from it.
public struct RemoveSourceUsecase: Sendable {
    private let repository: any SourceRepository

    public init(repository: any SourceRepository) {
        self.repository = repository
    }

    /// Removes the source; bookmarked music stays if `keepingBookmarked` is true.
    ///
    /// Calls `confirm` only for a source that exists. Returns false if `confirm` does, and then changes nothing.
    /// Throws `SourceError.notFound`.
    public func execute(
        _ name: String, keepingBookmarked: Bool, confirm: @Sendable () throws -> Bool = { true }
    ) async throws -> Bool {
        let known = try await repository.sources().map(\.name)
        guard known.contains(name) else { throw SourceError.notFound(name, known: known) }
        guard try confirm() else { return false }
        try await repository.remove(named: name, keepingBookmarked: keepingBookmarked)
        return true
    }
}
