public import FermataDomain
public import Foundation

/// Feeds an artist's page: whole, or row by row as it changes.
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

    /// The one artist whose name holds what a person typed. Throws `LibraryError`.
    public func find(_ typed: String) async throws -> Artist {
        try await getPage.find(typed)
    }

    /// The table at once, then each change to it, for as long as it is asked for more.
    public func tables(for query: ArtistPageQuery) -> ArtistTableUpdates {
        ArtistTableUpdates(pages: getPage.execute(query), table: ArtistTable(now: now))
    }

    /// The table once nothing in it is loading and no refresh is under way. Throws what kept it from being read.
    public func whole(for query: ArtistPageQuery) async throws -> ArtistTable {
        var last: ArtistPage?
        for try await case .page(let page) in getPage.execute(query) {
            last = page
            if page.isWhole { break }
        }
        try Task.checkCancellation()
        return last.map { ArtistTable($0, now: now) } ?? ArtistTable(now: now)
    }

    /// Marks or unmarks a track and answers, once that is durable, with the row that now holds.
    ///
    /// A page brings it too.
    public func setBookmark(_ isBookmarked: Bool, of row: TrackCellModel) async throws -> TrackCellModel {
        TrackCellModel(try await setBookmark.execute(isBookmarked, of: row.id), download: row.download)
    }
}

extension ArtistPage {
    fileprivate var isWhole: Bool {
        if case .refreshing = freshness { return false }
        return playlists != .loading && related != .loading
    }
}
