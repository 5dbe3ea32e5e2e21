package import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression

extension HTTPClient {
    /// A client as `HTTPMusicRepository` needs it; whoever makes it shuts it down.
    ///
    /// It unpacks gzip within the limits. It tries each connection once, follows no redirects and has no read
    /// time-out: the repository sees to that, and `follow`. Hosts in `addresses` are taken to be there.
    package static func fermata(
        timeouts: HTTPTimeouts = HTTPTimeouts(), limits: CatalogueLimits = CatalogueLimits(),
        addresses: [String: String] = [:]
    ) -> HTTPClient {
        var configuration = Configuration(
            redirectConfiguration: .disallow,
            timeout: Configuration.Timeout(connect: TimeAmount(timeouts.connect)),
            decompression: .enabled(limit: .ratio(limits.unpackingRatio)))
        configuration.dnsOverride = addresses
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
