package import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression

extension HTTPClient {
    /// Returns a client configured for the HTTP repositories. The caller shuts it down.
    ///
    /// The client decompresses gzip within the limits. It tries each connection once, follows no redirects and has no
    /// read time-out: `follow` and `StallDetector` do that. `addresses` overrides DNS: it maps hosts to IP addresses.
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
