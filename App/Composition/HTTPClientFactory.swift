package import AsyncHTTPClient
package import FermataData

/// Makes HTTP clients. The application shuts them down.
package struct HTTPClientFactory: Sendable {
    /// A client; the hosts in `addresses` are resolved to these addresses.
    ///
    /// `certificates` are files of certificates to trust in addition to those of the system.
    package typealias Make =
        @Sendable (HTTPTimeouts, _ addresses: [String: String], _ certificates: [String]) -> HTTPClient
    package static let network = HTTPClientFactory {
        HTTPClient.fermata(timeouts: $0, addresses: $1, certificates: $2)
    }
    private let make: Make

    package init(_ make: @escaping Make) {
        self.make = make
    }

    /// `certificates` is trusted in addition to the certificates of the settings.
    func client(
        _ settings: Settings, addresses: [String: String] = [:], certificates: String? = nil
    ) -> HTTPClient {
        make(settings.timeouts, addresses, [settings.certificates, certificates].compactMap { $0 })
    }
}
