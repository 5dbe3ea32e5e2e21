package import AsyncHTTPClient
package import FermataDomain
package import Foundation

/// Provides the playlists of a document behind a URL: one object, an array of objects, or NDJSON.
package struct HTTPPlaylistRepository: RemotePlaylistRepository {
    private let document: HTTPDocument<PlaylistDecoder>

    /// The address may be relative to the catalogue's address. Otherwise see `HTTPMusicRepository`.
    package init(
        address: String, catalogue: String, client: HTTPClient, userAgent: String,
        timeouts: HTTPTimeouts = HTTPTimeouts(), limits: CatalogueLimits = CatalogueLimits(),
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) throws(SourceError) {
        let base = try CatalogueAddress(catalogue).url
        guard let url = URL(string: address, relativeTo: base) else {
            throw .invalidPlaylistAddress(.notAURL)
        }
        document = HTTPDocument(
            address: try CatalogueAddress(url.absoluteString), client: client, userAgent: userAgent,
            timeouts: timeouts, limits: limits, clock: clock, now: now)
    }

    package func deliverPlaylists(
        since revision: String?, to deliver: @Sendable (RemotePlaylistBatch) async throws -> Void
    ) async throws -> RemoteFetchResult {
        try await document.deliverAll(since: revision, to: deliver)
    }
}
