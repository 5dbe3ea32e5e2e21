package import AsyncHTTPClient
package import FermataData

/// Makes HTTP clients. The application shuts them down.
package struct HTTPClientFactory: Sendable {
    /// A client with limits; the hosts in `addresses` are resolved to these addresses.
    ///
    /// `certificates` are files of certificates to trust in addition to those of the system.
    package typealias Make =
        @Sendable (HTTPTimeouts, CatalogueLimits, _ addresses: [String: String], _ certificates: [String]) -> HTTPClient
    package static let network = HTTPClientFactory {
        HTTPClient.fermata(timeouts: $0, limits: $1, addresses: $2, certificates: $3)
    }
    private let make: Make

    package init(_ make: @escaping Make) {
        self.make = make
    }

    /// `certificates` is trusted in addition to the certificates of the settings.
    func client(
        _ settings: Settings, addresses: [String: String] = [:], certificates: String? = nil
    ) -> HTTPClient {
        make(
            settings.timeouts, settings.limits, addresses, [settings.certificates, certificates].compactMap { $0 })
    }
}
