/// Counts the bookmarks that wait for their songs.
public struct CountUnmatchedBookmarksUsecase: Sendable {
    private let data: any PersonalDataRepository
    private let listener: Listener

    public init(data: any PersonalDataRepository, listener: Listener) {
        self.data = data
        self.listener = listener
    }

    /// Returns 0 for a listener who may not see counts: the songs may be explicit. Throws `LibraryError`.
    public func execute() async throws -> Int { listener.seesCounts ? try await data.unmatchedBookmarkCount() : 0 }
}
