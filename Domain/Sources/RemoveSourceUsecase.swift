/// Removes a source, its credentials and the music that came only from it.
public struct RemoveSourceUsecase: Sendable {
    private let repository: any SourceRepository
    private let credentials: any SourceCredentialsRepository

    public init(repository: any SourceRepository, credentials: any SourceCredentialsRepository) {
        self.repository = repository
        self.credentials = credentials
    }

    /// Removes the source; bookmarked music stays if `keepingBookmarked` is true.
    ///
    /// Calls `confirm` only for a source that exists. Returns false if `confirm` does, and then changes nothing.
    /// Throws `SourceError.notFound`, and `.credentials` if only the credentials cannot be removed.
    public func execute(
        _ name: String, keepingBookmarked: Bool, confirm: @Sendable () throws -> Bool = { true }
    ) async throws -> Bool {
        let source = try await repository.sources().source(named: name)
        guard try confirm() else { return false }
        try await repository.remove(named: name, keepingBookmarked: keepingBookmarked)
        if source.signsIn { try await credentials.set(nil, for: source) }
        return true
    }
}
