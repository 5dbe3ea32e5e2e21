/// A named place with its coordinate, if known.
public struct Location: Hashable, Sendable {
    public var name: String
    public var coordinate: Coordinate?

    public init(name: String, coordinate: Coordinate? = nil) {
        self.name = name
        self.coordinate = coordinate
    }
}
