/// A place by name, and where it is, if that is known.
public struct Location: Hashable, Sendable {
    public var name: String
    public var coordinate: Coordinate?

    public init(name: String, coordinate: Coordinate? = nil) {
        self.name = name
        self.coordinate = coordinate
    }
}
