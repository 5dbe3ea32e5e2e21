/// The grid of a map without roads, with lines every 100 m, and its scale.
public struct MapGrid: Equatable, Sendable {
    /// Metres between two lines.
    public let step = 100.0
    /// The positions of the lines in metres from the western or northern edge; one of them is in the middle.
    public let lines: [Double]
    /// The length of the scale: `100 m`.
    public let scaleText: String

    public init(_ map: MapModel) {
        let middle = map.span / 2
        let count = Int(middle / step)
        let step = step
        lines = (-count...count).map { middle + Double($0) * step }
        scaleText = "\(Int(step)) m"
    }
}
