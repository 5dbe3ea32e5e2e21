package import AsyncHTTPClient
package import FermataData

/// Makes HTTP clients. The application shuts them down.
package struct HTTPClientFactory: Sendable {
    /// A client with limits; the hosts in `addresses` are resolved to these addresses.
    package typealias Make = @Sendable (HTTPTimeouts, CatalogueLimits, _ addresses: [String: String]) -> HTTPClient
    package static let network = HTTPClientFactory { HTTPClient.fermata(timeouts: $0, limits: $1, addresses: $2) }
    private let make: Make

    package init(_ make: @escaping Make) {
        self.make = make
    }

    func client(_ settings: Settings, addresses: [String: String] = [:]) -> HTTPClient {
        make(settings.timeouts, settings.limits, addresses)
    }
}
