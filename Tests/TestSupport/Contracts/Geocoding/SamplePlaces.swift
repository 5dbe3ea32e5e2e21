public import FermataDomain

/// Places that every geocoder under test knows, and their addresses.
public enum SamplePlaces {
    public static let seoul = place("Seoul, South Korea", 37.566, 126.9784)

    /// The three largest towns of that name.
    public static let springfields = [
        place("Springfield, Missouri, United States", 37.2153, -93.2982),
        place("Springfield, Massachusetts, United States", 42.1015, -72.5898),
        place("Springfield, Illinois, United States", 39.8017, -89.6437),
    ]

    /// The places by lower-case address.
    public static let answers = ["seoul": [seoul], "서울": [seoul], "springfield": springfields]

    private static func place(_ name: String, _ latitude: Double, _ longitude: Double) -> Place {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("no sample place is called \(name)")
        }
        return Place(name: name, coordinate: coordinate)
    }
}
