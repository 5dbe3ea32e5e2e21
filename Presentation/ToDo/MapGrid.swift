/// The lines of a map without roads: what a person needs to see how far 100 m are.
public struct MapGrid: Equatable, Sendable {
    /// Metres between two lines.
    public let step = 100.0
    /// Where lines stand, in metres from the western or northern edge; one of them is in the middle.
    public let lines: [Double]
    /// How long the scale is: `100 m`.
    public let scaleText: String

    public init(_ map: MapModel) {
        let middle = map.span / 2
        let count = Int(middle / step)
        let step = step
        lines = (-count...count).map { middle + Double($0) * step }
        scaleText = "\(Int(step)) m"
    }
}
