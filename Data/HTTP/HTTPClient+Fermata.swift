package import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOSSL

extension HTTPClient {
    /// Returns a client configured for the HTTP repositories. The caller shuts it down.
    ///
    /// The client decompresses gzip within the limits. It tries each connection once, follows no redirects and has no
    /// read time-out: `follow` and `StallDetector` do that. `addresses` overrides DNS: it maps hosts to IP addresses.
    /// `certificates` is a file (PEM) of certificates to trust in addition to those of the system.
    package static func fermata(
        timeouts: HTTPTimeouts = HTTPTimeouts(), limits: CatalogueLimits = CatalogueLimits(),
        addresses: [String: String] = [:], certificates: String? = nil
    ) -> HTTPClient {
        var configuration = Configuration(
            redirectConfiguration: .disallow,
            timeout: Configuration.Timeout(connect: TimeAmount(timeouts.connect)),
            decompression: .enabled(limit: .ratio(limits.unpackingRatio)))
        configuration.dnsOverride = addresses
        if let certificates {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.additionalTrustRoots = [.file(certificates)]
            configuration.tlsConfiguration = tls
        }
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
