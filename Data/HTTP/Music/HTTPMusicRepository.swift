package import AsyncHTTPClient
package import FermataDomain
package import Foundation

/// Provides the music of a catalogue document behind a URL: one object, an array of objects, or NDJSON.
package struct HTTPMusicRepository: RemoteMusicRepository {
    private let document: HTTPDocument<RecordDecoder>

    /// Throws `SourceError.invalidAddress` for an address that is not `http` or `https`, or contains a password.
    ///
    /// `client` comes from `HTTPClient.fermata`. A date in `Retry-After` is measured from `now`.
    package init(
        address: String, client: HTTPClient, redirects: RedirectGuard = RedirectGuard(), userAgent: String,
        timeouts: HTTPTimeouts = HTTPTimeouts(),
        limits: CatalogueLimits = CatalogueLimits(), clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date
    ) throws(SourceError) {
        do throws(InvalidAddress) {
            document = HTTPDocument(
                address: try CatalogueAddress(address), client: client, redirects: redirects, userAgent: userAgent,
                timeouts: timeouts, limits: limits, clock: clock, now: now)
        } catch {
            throw .invalidAddress(error)
        }
    }

    package func batches(since revision: String?) -> RemoteFetch<RemoteBatch> { document.batches(since: revision) }
}
