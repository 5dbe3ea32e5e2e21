package import AsyncHTTPClient
package import FermataDomain
package import Foundation

/// Provides the playlists of a document behind a URL: one object, an array of objects, or NDJSON.
package struct HTTPPlaylistRepository: RemotePlaylistRepository {
    private let document: HTTPDocument<PlaylistDecoder>

    /// The address may be relative to the catalogue's address. Otherwise see `HTTPMusicRepository`.
    package init(
        address: String, catalogue: String, client: HTTPClient, redirects: RedirectGuard = RedirectGuard(),
        userAgent: String,
        timeouts: HTTPTimeouts = HTTPTimeouts(), limits: CatalogueLimits = CatalogueLimits(),
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) throws(SourceError) {
        document = HTTPDocument(
            address: try Self.resolved(address, relativeTo: catalogue), client: client, redirects: redirects,
            userAgent: userAgent, timeouts: timeouts, limits: limits, clock: clock, now: now)
    }

    private static func resolved(
        _ address: String, relativeTo catalogue: String
    ) throws(SourceError) -> CatalogueAddress {
        do throws(InvalidAddress) {
            let base = try CatalogueAddress(catalogue).url
            guard let url = URL(string: address, relativeTo: base) else { throw .notAURL }
            return try CatalogueAddress(url.absoluteString)
        } catch {
            throw .invalidPlaylistAddress(error)
        }
    }

    package func playlistBatches(since revision: String?) -> RemoteFetch<RemotePlaylistBatch> {
        document.batches(since: revision)
    }
}
