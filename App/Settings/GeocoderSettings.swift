import Configuration

/// Who is asked where addresses are.
struct GeocoderSettings: Sendable {
    /// The URL of a Nominatim server; nil where the built-in gazetteer answers.
    let url: String?
    /// How long to wait for an answer in all.
    let timeout: Duration

    init(_ reader: SettingsReader) throws {
        url = try reader.text("geocoder.url")
        timeout = try reader.seconds("geocoder.timeout") ?? .seconds(10)
    }
}
