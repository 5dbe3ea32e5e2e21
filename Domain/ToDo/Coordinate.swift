/// A point on the Earth (WGS 84) with a precision of 1e-7 degree, about a centimetre.
///
/// OpenStreetMap stores the same precision. Every text form is exact.
public struct Coordinate: Hashable, Sendable {
    public static let unitsPerDegree = 10_000_000
    /// Degrees north of the equator × 10,000,000.
    public let latitudeUnits: Int
    /// Degrees east of Greenwich × 10,000,000.
    public let longitudeUnits: Int

    /// Returns nil for latitudes beyond ±90, longitudes beyond ±180, and NaN.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        let units = Double(Self.unitsPerDegree)
        latitudeUnits = Int((latitude * units).rounded())
        longitudeUnits = Int((longitude * units).rounded())
    }

    /// Reads decimal degrees as people copy them from maps: `37.5665,126.9780`, `37.5665° N, 126.978° E` or
    /// `geo:37.5665,126.978` (RFC 5870).
    ///
    /// Returns nil for other texts, among them two integers, which may be the numbers of an address.
    public init?(_ text: String) {
        let pattern =
            #/
            \A\s*(?:geo:)?\s*
            ([+-]?[0-9]{1,2}\.[0-9]{1,20}) \s*°?\s* ([NS]?) \s*[,;\s]\s*
            ([+-]?[0-9]{1,3}\.[0-9]{1,20}) \s*°?\s* ([EW]?) \s*\z
            /#
        guard text.utf8.count <= 100, let match = text.firstMatch(of: pattern.ignoresCase()),
            let latitude = Double(match.output.1), let longitude = Double(match.output.3)
        else { return nil }
        self.init(
            latitude: match.output.2.uppercased() == "S" ? -latitude : latitude,
            longitude: match.output.4.uppercased() == "W" ? -longitude : longitude)
    }

    /// Returns nil for latitudes beyond ±90 degrees and longitudes beyond ±180 degrees.
    public init?(latitudeUnits: Int, longitudeUnits: Int) {
        let quarter = 90 * Self.unitsPerDegree
        guard (-quarter...quarter).contains(latitudeUnits), (-2 * quarter...2 * quarter).contains(longitudeUnits)
        else { return nil }
        self.latitudeUnits = latitudeUnits
        self.longitudeUnits = longitudeUnits
    }

    public var latitude: Double { Double(latitudeUnits) / Double(Self.unitsPerDegree) }
    public var longitude: Double { Double(longitudeUnits) / Double(Self.unitsPerDegree) }

    /// The latitude as a decimal number without an exponent: `-33.8567844`.
    public var latitudeText: String { Self.text(latitudeUnits) }
    /// The longitude as a decimal number without an exponent.
    public var longitudeText: String { Self.text(longitudeUnits) }

    private static func text(_ units: Int) -> String {
        let (degrees, fraction) = units.magnitude.quotientAndRemainder(dividingBy: UInt(unitsPerDegree))
        var digits = String(String(fraction + UInt(unitsPerDegree)).dropFirst())
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        return "\(units < 0 ? "-" : "")\(degrees).\(digits)"
    }
}
