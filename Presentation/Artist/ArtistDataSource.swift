public import FermataDomain
public import Foundation

/// Provides an artist's page: as a complete screen, or as a screen that changes row by row.
public struct ArtistDataSource: Sendable {
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

    /// Emits the stored screen at once, then the screen after each change, until the consumer stops.
    public func updates(for query: ArtistPageQuery) -> ArtistScreenUpdates {
        ArtistScreenUpdates(pages: getPage.execute(query), screen: ArtistScreen(for: audience, now: now))
    }

    /// Returns the screen once all its parts are loaded and no refresh is running. Throws if the page cannot be read.
    public func completeScreen(for query: ArtistPageQuery) async throws -> ArtistScreen {
        var last: ArtistPage?
        for try await case .page(let page) in getPage.execute(query) {
            last = page
            if page.isComplete { break }
        }
        try Task.checkCancellation()
        return last.map { ArtistScreen($0, for: audience, now: now) } ?? ArtistScreen(for: audience, now: now)
    }
}

extension ArtistPage {
    fileprivate var isComplete: Bool {
        if case .refreshing = freshness { return false }
        return playlists != .loading && related != .loading
    }
}
