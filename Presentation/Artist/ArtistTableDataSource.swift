public import FermataDomain
public import Foundation

/// Provides an artist's page: as a complete table, or as a table that changes row by row.
public struct ArtistTableDataSource: Sendable {
    private let getPage: GetArtistPageUsecase
    private let setBookmark: SetBookmarkUsecase
    private let now: @Sendable () -> Date

    public init(
        getPage: GetArtistPageUsecase, setBookmark: SetBookmarkUsecase, now: @escaping @Sendable () -> Date
    ) {
        self.getPage = getPage
        self.setBookmark = setBookmark
        self.now = now
    }

    /// The one artist whose name contains a text. Throws `ArtistError`.
    public func find(_ typed: String) async throws -> Artist {
        try await getPage.find(typed)
    }

    /// The stored table at once, then each change to it, until the consumer stops.
    public func tables(for query: ArtistPageQuery) -> ArtistTableUpdates {
        ArtistTableUpdates(pages: getPage.execute(query), table: ArtistTable(now: now))
    }

    /// The table once all its parts are loaded and no refresh is running. Throws if the page cannot be read.
    public func completeTable(for query: ArtistPageQuery) async throws -> ArtistTable {
        var last: ArtistPage?
        for try await case .page(let page) in getPage.execute(query) {
            last = page
            if page.isComplete { break }
        }
        try Task.checkCancellation()
        return last.map { ArtistTable($0, now: now) } ?? ArtistTable(now: now)
    }

    /// Sets or removes a track's bookmark and returns the changed row once the change is durable.
    ///
    /// The next page contains the change, too.
    public func setBookmark(_ isBookmarked: Bool, of row: TrackCellModel) async throws -> TrackCellModel {
        TrackCellModel(try await setBookmark.execute(isBookmarked, of: row.id), download: row.download)
    }
}

extension ArtistPage {
    fileprivate var isComplete: Bool {
        if case .refreshing = freshness { return false }
        return playlists != .loading && related != .loading
    }
}
