public import FermataDomain
import Foundation

/// A map of the towns around a coordinate, or of the part of the world around it with its land and cities, and a mark
/// in the middle.
///
/// Points are in the map's own units, from its top left corner. A degree of longitude is as wide as it is on the ground
/// at the centre's latitude.
public struct RegionMapModel: Sendable {
    /// How much of the Earth a map shows.
    public enum Extent: Sendable, CaseIterable {
        /// 110 km from north to south, without land, whose outlines are too coarse.
        case surroundings
        /// Half a continent: 30 degrees from north to south.
        case partOfWorld

        /// The height of a degree of latitude.
        fileprivate var unitsPerDegree: Double {
            switch self {
            case .surroundings: 300
            case .partOfWorld: 10
            }
        }
    }

    /// A position on the map.
    public struct Point: Equatable, Sendable {
        public let x, y: Double
    }

    /// A city and the position of its dot. Its name is to the right, or to the left near the right edge and the mark.
    public struct Label: Equatable, Sendable {
        public let name: String
        public let point: Point
        public let isLeading: Bool
    }

    /// The distance that two labels must have, in units.
    private static let labelRoom = (x: 90.0, y: 14.0)
    /// Half of the mark's width, and its height, in units, with room around it.
    private static let markRoom = (x: 12.0, y: 34.0)
    private static let labelLimit = 8
    public let extent: Extent
    public let width = 480.0
    public let height = 300.0
    /// The name of the place at the centre.
    public let name: String
    public let mark: Point
    /// Land, each ring clipped at the map's edges.
    public let land: [[Point]]
    /// The radius of a circle around the mark, and the distance that it stands for: `50 km`; nil for large areas.
    public let circle: (radius: Double, text: String)?
    public let labels: [Label]

    /// The surroundings name the largest of the towns, the part of the world the nearest of the cities.
    public init(centre: Coordinate, name: String, extent: Extent, over repository: any OutlineRepository) {
        let projection = MapProjection(
            centre: centre, width: width, height: height, unitsPerDegree: extent.unitsPerDegree)
        let outlines = repository.outlines()
        self.name = name
        self.extent = extent
        mark = Point(x: width / 2, y: height / 2)
        let isLarge = extent == .partOfWorld
        land = isLarge ? outlines.rings.flatMap { ring in projection.clippedRings(of: ring) } : []
        circle = isLarge ? nil : (50_000 / MapModel.metresPerDegree * extent.unitsPerDegree, "50 km")
        let (degreesHigh, degreesWide) = (height / 2 / projection.unitsPerDegree, width / 2 / projection.widthOfDegree)
        let cities =
            switch extent {
            case .surroundings: repository.towns(around: centre, latitude: degreesHigh, longitude: degreesWide)
            case .partOfWorld: outlines.cities
            }
        var points = cities.compactMap { city in
            projection.point(city.coordinate).map { (name: city.name, point: $0) }
        }
        if isLarge {
            let mark = mark
            points.sort { Self.distance($0.point, mark) < Self.distance($1.point, mark) }
        }
        labels = Self.labels(of: points, in: projection, around: mark)
    }

    /// The first cities whose labels do not overlap.
    private static func labels(
        of cities: [(name: String, point: Point)], in projection: MapProjection, around mark: Point
    ) -> [Label] {
        var labels: [Label] = []
        for (name, point) in cities where labels.count < labelLimit {
            let isBesideMark = mark.y - point.y < markRoom.y && point.y - mark.y < labelRoom.y
            let isUnderMark = isBesideMark && abs(mark.x - point.x) < markRoom.x
            let reachesMark = isBesideMark && point.x < mark.x && mark.x - point.x < labelRoom.x
            let overlaps = labels.contains { other in
                abs(other.point.x - point.x) < labelRoom.x && abs(other.point.y - point.y) < labelRoom.y
            }
            if isUnderMark || overlaps { continue }
            let isLeading = reachesMark || point.x > projection.width - labelRoom.x
            labels.append(Label(name: name, point: point, isLeading: isLeading))
        }
        return labels
    }

    private static func distance(_ one: Point, _ other: Point) -> Double { hypot(one.x - other.x, one.y - other.y) }
}

/// The section of the Earth that a map shows: an equirectangular projection, true to scale at the centre's latitude.
private struct MapProjection {
    let centre: Coordinate
    let width: Double
    let height: Double
    let unitsPerDegree: Double

    var widthOfDegree: Double { unitsPerDegree * max(0.1, cos(centre.latitude * .pi / 180)) }

    /// Returns the point of a coordinate, by the shorter way round the Earth; nil outside the map.
    func point(_ coordinate: Coordinate) -> RegionMapModel.Point? {
        var east = coordinate.longitude - centre.longitude
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        let point = place(east: east, latitude: coordinate.latitude)
        return (0...width).contains(point.x) && (0...height).contains(point.y) ? point : nil
    }

    /// Returns the parts of a ring that the map shows, also across the 180th meridian.
    func clippedRings(of ring: [Coordinate]) -> [[RegionMapModel.Point]] {
        [-360.0, 0, 360].compactMap { turn in
            let points = ring.map { place(east: $0.longitude - centre.longitude + turn, latitude: $0.latitude) }
            let clipped = clip(points)
            return clipped.count > 2 ? clipped : nil
        }
    }

    private func place(east: Double, latitude: Double) -> RegionMapModel.Point {
        RegionMapModel.Point(
            x: width / 2 + east * widthOfDegree, y: height / 2 - (latitude - centre.latitude) * unitsPerDegree)
    }

    /// Source: I. E. Sutherland and G. W. Hodgman, "Reentrant polygon clipping", 1974.
    private func clip(_ ring: [RegionMapModel.Point]) -> [RegionMapModel.Point] {
        var ring = ring
        ring = clip(ring) { $0.x }
        ring = clip(ring) { width - $0.x }
        ring = clip(ring) { $0.y }
        return clip(ring) { height - $0.y }
    }

    /// The part of a ring on the inner side of an edge, where the distance is not negative.
    private func clip(
        _ ring: [RegionMapModel.Point], by distance: (RegionMapModel.Point) -> Double
    ) -> [RegionMapModel.Point] {
        var inside: [RegionMapModel.Point] = []
        for (before, point) in zip([ring.last].compactMap { $0 } + ring, ring) {
            let (from, to) = (distance(before), distance(point))
            if (from < 0) != (to < 0) {
                let part = from / (from - to)
                inside.append(
                    .init(x: before.x + (point.x - before.x) * part, y: before.y + (point.y - before.y) * part))
            }
            if to >= 0 { inside.append(point) }
        }
        return inside
    }
}
