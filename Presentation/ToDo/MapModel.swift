public import FermataDomain
import Foundation

/// A map centred on a coordinate, with a span of 500 m around it.
public struct MapModel: Equatable, Sendable {
    /// Metres of a degree of latitude, on a sphere of the Earth’s mean radius (6,371,008.8 m).
    static let metresPerDegree = 111_195.08
    public let centre: Coordinate
    /// The name of the place at the centre.
    public let name: String
    /// Whether the centre is that of the town of an address.
    public let isTownOnly: Bool
    /// Metres from edge to edge, in both directions.
    public let span = 500.0

    public init(centre: Coordinate, name: String, isTownOnly: Bool = false) {
        self.centre = centre
        self.name = name
        self.isTownOnly = isTownOnly
    }

    /// A note if the map does not show the place itself: `The map shows the town centre.`
    public var note: String { isTownOnly ? TownOnlyText.map : "" }

    /// Degrees from the southern edge to the northern one.
    public var latitudeSpan: Double { span / Self.metresPerDegree }

    /// Degrees from the western edge to the eastern one; all 360 near a pole.
    public var longitudeSpan: Double {
        let width = cos(centre.latitude * .pi / 180)
        return width * 360 > latitudeSpan ? latitudeSpan / width : 360
    }

    /// The centre as a person reads it: `37.5132° N, 127.1036° E`, and whether it is that of the town.
    public var coordinateText: String {
        Self.latitudeText(centre.latitude) + ", " + Self.longitudeText(centre.longitude)
            + (isTownOnly ? " \(TownOnlyText.note)" : "")
    }
    public var northText: String { Self.latitudeText(min(90, centre.latitude + latitudeSpan / 2)) }
    public var southText: String { Self.latitudeText(max(-90, centre.latitude - latitudeSpan / 2)) }
    public var westText: String { Self.longitudeText(centre.longitude - longitudeSpan / 2) }
    public var eastText: String { Self.longitudeText(centre.longitude + longitudeSpan / 2) }

    /// The same map on openstreetmap.org, with a mark at the centre.
    public var link: String {
        let (latitude, longitude) = (centre.latitudeText, centre.longitudeText)
        return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=17/\(latitude)/\(longitude)"
    }

    private static func latitudeText(_ degrees: Double) -> String { text(degrees, "N", "S") }

    /// Wraps at the 180th meridian.
    private static func longitudeText(_ degrees: Double) -> String {
        text(degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees, "E", "W")
    }

    private static func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        let parts = Int((degrees.magnitude * 10_000).rounded())
        return "\(parts / 10_000).\((parts % 10_000).padded(to: 4))° \(degrees < 0 && parts > 0 ? negative : positive)"
    }
}

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
