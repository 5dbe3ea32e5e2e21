package import AsyncHTTPClient
package import FermataData
import FermataDomain
import Foundation

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

/// Makes the geocoder that the settings name.
struct GeocoderFactory {
    /// The built-in gazetteer, or the settings' server with a rate limit and a cache.
    let geocoder: any Geocoder

    /// Throws `SettingsError` for the address of a server that cannot be used.
    init(_ settings: Settings, client: Lazy<HTTPClient>, library: SQLiteLibrary, clock: ProgramClock) throws {
        guard let server = settings.geocoder.url else {
            geocoder = GazetteerGeocoder()
            return
        }
        let nominatim: NominatimGeocoder
        do {
            nominatim = try NominatimGeocoder(
                server: server, language: settings.language, client: { client.value }, userAgent: settings.userAgent,
                deadline: settings.geocoder.timeout, clock: clock.sleep, now: clock.now)
        } catch {
            throw SettingsError.badValue(key: "geocoder.url", expected: "the URL of a Nominatim server, without a user")
        }
        // The library stores this name, so it excludes the query, which may contain a key.
        let name = String(server.prefix { $0 != "?" })
        let limited = RateLimitedGeocoder(
            nominatim, server: name, library: library, clock: clock.sleep, now: clock.now)
        geocoder = CachingGeocoder(
            limited, server: "\(name) \(settings.language ?? "")", library: library, now: clock.now)
    }
}
