/// A point on the Earth (WGS 84), kept to 1e-7 degree, which is about a centimetre.
///
/// So do OpenStreetMap's own tables; every text form of it is exact.
public struct Coordinate: Hashable, Sendable {
    public static let unitsPerDegree = 10_000_000
    /// Degrees north of the equator × 10,000,000.
    public let latitudeUnits: Int
    /// Degrees east of Greenwich × 10,000,000.
    public let longitudeUnits: Int

    /// Answers nil for what is no point: latitudes beyond ±90, longitudes beyond ±180, NaN.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        let units = Double(Self.unitsPerDegree)
        latitudeUnits = Int((latitude * units).rounded())
        longitudeUnits = Int((longitude * units).rounded())
    }

    /// Answers nil for what is no point.
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
        let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt(unitsPerDegree))
        var digits = String(String(rest + UInt(unitsPerDegree)).dropFirst())
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        return "\(units < 0 ? "-" : "")\(whole).\(digits)"
    }
}
