import Configuration
import FermataPresentation

/// The settings of the geocoder.
struct GeocoderSettings: Sendable {
    /// The URL of a Nominatim server; nil for the built-in gazetteer.
    let url: String?
    /// The maximum time of a request, retries included.
    let timeout: Duration

    init(_ reader: SettingsReader) throws {
        url = try reader.text("geocoder.url") { url in
            // The query may contain a key.
            .text(String(url.prefix { $0 != "?" }))
        }
        timeout = try reader.seconds("geocoder.timeout", default: .seconds(10))
    }
}
