public import FermataDomain
public import Foundation

/// Provides an artist's page: as a complete table, or as a table that changes row by row.
public struct ArtistTableDataSource: Sendable {
    private let getPage: GetArtistPageUsecase
    private let audience: ProblemModel.Audience
    private let now: @Sendable () -> Date

    public init(
        getPage: GetArtistPageUsecase, audience: ProblemModel.Audience, now: @escaping @Sendable () -> Date
    ) {
        self.getPage = getPage
        self.audience = audience
        self.now = now
    }

    /// Returns the one artist whose name contains a text. Throws `ArtistError`.
    public func find(_ typed: String) async throws -> Artist {
        try await getPage.find(typed)
    }

    /// Emits the stored table at once, then the table after each change, until the consumer stops.
    public func tables(for query: ArtistPageQuery) -> ArtistTableUpdates {
        ArtistTableUpdates(pages: getPage.execute(query), table: ArtistTable(for: audience, now: now))
    }

    /// Returns the table once all its parts are loaded and no refresh is running. Throws if the page cannot be read.
    public func completeTable(for query: ArtistPageQuery) async throws -> ArtistTable {
        var last: ArtistPage?
        for try await case .page(let page) in getPage.execute(query) {
            last = page
            if page.isComplete { break }
        }
        try Task.checkCancellation()
        return last.map { ArtistTable($0, for: audience, now: now) } ?? ArtistTable(for: audience, now: now)
    }
}

extension ArtistPage {
    fileprivate var isComplete: Bool {
        if case .refreshing = freshness { return false }
        return playlists != .loading && related != .loading
    }
}
