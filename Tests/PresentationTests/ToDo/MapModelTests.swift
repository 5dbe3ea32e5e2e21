import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The map of a to-do")
struct MapModelTests {
    @Test("the map spans 500 m around its centre at any latitude", arguments: [0.0, 37.5, -60, 89])
    func spans500Metres(latitude: Double) throws {
        let map = MapModel(centre: try .at(latitude, 10), name: "a")
        let radians = Double.pi / 180
        let radius = 6_371_008.8
        #expect(map.span == 500)
        #expect(abs(map.latitudeSpan * radians * radius - 500) < 0.01)
        #expect(abs(map.longitudeSpan * radians * radius * cos(latitude * radians) - 500) < 0.01)
    }

    @Test("at a pole the map spans all longitudes")
    func spansAllLongitudes() throws {
        let map = MapModel(centre: try .at(90, 0), name: "pole")
        #expect(map.longitudeSpan == 360)
        #expect(map.northText == "90.0000° N" && map.southText == "89.9978° N")
    }

    @Test("edges and centre have degrees and directions")
    func showsDegrees() throws {
        let map = MapModel(centre: try .at(-33.8567844, 151.2152967), name: "Opera")
        #expect(map.coordinateText == "33.8568° S, 151.2153° E")
        #expect([map.northText, map.southText] == ["33.8545° S", "33.8590° S"])
        #expect([map.westText, map.eastText] == ["151.2126° E", "151.2180° E"])
        #expect(MapModel(centre: try .at(0, 0), name: "").coordinateText == "0.0000° N, 0.0000° E")
        #expect(MapModel(centre: try .at(-0.00001, -0.0001), name: "").coordinateText == "0.0000° N, 0.0001° W")
    }

    @Test("east of the 180th meridian is west")
    func wrapsLongitude() throws {
        let map = MapModel(centre: try .at(0, 180), name: "Date Line")
        #expect(map.westText == "179.9978° E" && map.eastText == "179.9978° W")
        #expect(map.coordinateText == "0.0000° N, 180.0000° E")
        let west = MapModel(centre: try .at(-90, -180), name: "West")
        #expect(west.coordinateText == "90.0000° S, 180.0000° W" && west.southText == "90.0000° S")
        let line = MapModel(centre: try .at(0, -180), name: "Line")
        #expect(line.westText == "179.9978° E" && line.eastText == "179.9978° W")
    }

    @Test("the link opens openstreetmap.org with a mark at the centre")
    func linksMap() throws {
        #expect(
            MapModel(centre: try .at(51.5009, -0.00001), name: "a b&c").link
                == "https://www.openstreetmap.org/?mlat=51.5009&mlon=-0.00001#map=17/51.5009/-0.00001")
    }
}

@Suite("The grid of a map")
struct MapGridTests {
    @Test("lines are 100 m apart, one in the middle and all on the map")
    func spacesLines() throws {
        let grid = MapGrid(MapModel(centre: try .at(37.5, 127), name: "hall"))
        #expect(grid.lines == [50, 150, 250, 350, 450])
        #expect(grid.scaleText == "100 m")
    }
}

@Suite("The map of the region around a to-do")
struct RegionMapModelTests {
    @Test("the mark is in the middle")
    func centresMark() throws {
        let map = try map(37.5, 127)
        #expect(map.mark.x == map.width / 2 && map.mark.y == map.height / 2)
        #expect(map.name == "Lotte Concert Hall")
    }

    @Test("land is true to scale: a degree of latitude is ten units")
    func drawsLandToScale() throws {
        let map = try map(60, 0, rings: [[(61, 2), (61, 4), (59, 4), (59, 2), (61, 2)]])
        let ring = try #require(map.land.first)
        let (left, right) = (ring.map(\.x).min() ?? 0, ring.map(\.x).max() ?? 0)
        #expect(abs(left - 250) < 0.001 && abs(right - 260) < 0.001)
        #expect(ring.map(\.y).min() == 140 && ring.map(\.y).max() == 160)
    }

    @Test("land and cities are drawn relative to the centre's longitude", arguments: [127.0, -100.0])
    func drawsRelativeToCentre(longitude: Double) throws {
        let ring = [(1.0, 2.0), (1.0, 4.0), (-1.0, 4.0), (-1.0, 2.0), (1.0, 2.0)].map { ($0.0, $0.1 + longitude) }
        let map = try map(0, longitude, rings: [ring], cities: [("City", 5, longitude + 10)])
        let points = try #require(map.land.first)
        #expect(map.land.count == 1 && points.map(\.x).min() == 260 && points.map(\.x).max() == 280)
        #expect(map.labels.map(\.point.x) == [340] && map.labels.map(\.point.y) == [100])
    }

    @Test(
        "a city on the opposite meridian is on the side that its longitude names",
        arguments: [(180.0, 420.0), (-180, 60)])
    func placesOppositeCity(longitude: Double, x: Double) throws {
        let points = try map(90, 0, cities: [("City", 80, longitude)]).labels.map(\.point)
        #expect(points.map { $0.x.rounded() } == [x])
    }

    @Test("a to-do has a map of its surroundings, and one of its part of the world", arguments: [37.5, -33.9])
    func showsEachExtent(latitude: Double) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: 127))
        let item = ToDoItem(title: "Hear", location: Location(name: "here", coordinate: coordinate))
        let screen = ToDoDetailModel(ToDoDetail(toDo: ToDo(number: 1, item: item)), style: .american)
        let maps = screen.regionMaps(over: OutlineStub(all: Outlines(rings: [], cities: [])))
        #expect(maps.map(\.extent) == [.surroundings, .partOfWorld] && maps.allSatisfy { $0.name == "here" })
    }

    @Test("the surroundings are 110 km high, and name the first towns around the mark")
    func drawsSurroundings() throws {
        let cities = [
            ("Large", 60.4, 1.0), ("Beside it", 60.41, 1.1), ("Left", 60.1, -0.1), ("Right", 60.05, 0.3),
            ("North", 60.51, 0.0), ("East", 60.0, 1.61), ("Mark", 60.02, 0.0),
        ]
        let ring = [(60.1, 0.2), (60.1, 0.4), (59.9, 0.4), (59.9, 0.2), (60.1, 0.2)]
        let map = try map(60, 0, rings: [ring], cities: cities, extent: .surroundings)
        #expect(map.labels.map(\.name) == ["Large", "Left", "Right"] && map.extent == .surroundings)
        #expect(map.labels.map { $0.point.y.rounded() } == [30, 120, 135])
        #expect(map.labels.map { $0.point.x.rounded() } == [390, 225, 285])
        #expect(map.labels.map(\.isLeading) == [false, true, false] && map.land.isEmpty)
        let circle = try #require(map.circle)
        #expect(circle.radius.rounded() == 135 && circle.text == "50 km")
        #expect(try self.map(60, 0).circle == nil)
    }

    @Test("land is clipped at the edges")
    func clipsLand() throws {
        let map = try map(
            0, 0,
            rings: [
                [(50, -90), (50, 90), (-50, 90), (-50, -90), (50, -90)], [(80, 0), (81, 0), (81, 1), (80, 0)],
            ])
        #expect(map.land.count == 1)
        #expect(map.land.joined().allSatisfy { (0...map.width).contains($0.x) && (0...map.height).contains($0.y) })
        #expect(map.land.joined().map(\.x).max() == map.width && map.land.joined().map(\.y).min() == 0)
    }

    @Test("the map continues across the 180th meridian", arguments: [179.5, -179.5])
    func crossesMeridian(longitude: Double) throws {
        let ring = [(1.0, 178.0), (1.0, 180.0), (-1.0, 180.0), (-1.0, 178.0), (1.0, 178.0)]
        let other = ring.map { ($0.0, $0.1 - 358) }
        let map = try map(0, longitude, rings: [ring, other], cities: [("Near", 0, -170), ("Far", 0, 0)])
        #expect(map.land.count == 2)
        #expect(map.labels.map(\.name) == ["Near"])
    }

    @Test("the nearest cities have labels that do not overlap")
    func placesLabels() throws {
        let cities = [("Mark", 0.1, 0.1), ("East", 0.0, 20.0), ("West", 0.0, -15.0), ("Beside West", 0.5, -15.5)]
        let map = try map(0, 0, cities: cities)
        #expect(map.labels.map(\.name) == ["West", "East"])
        #expect(map.labels.map(\.isLeading) == [false, true])
    }

    @Test("labels that just do not overlap are shown", arguments: [(0.0, 9.0), (3.4, 0.0), (-3.4, 0.0), (0.0, -9.0)])
    func allowsTouchingLabels(latitude: Double, longitude: Double) throws {
        let beside = longitude == 0 ? (latitude + (latitude > 0 ? 1.4 : -1.4), 0.0) : (0.0, longitude * 2)
        let map = try map(0, 0, cities: [("One", latitude, longitude), ("Two", beside.0, beside.1)])
        #expect(map.labels.map(\.name) == ["One", "Two"])
    }

    @Test("a label leads only if there is no room at the right edge")
    func leadsAtRightEdge() throws {
        #expect(try map(0, 0, cities: [("City", 0, 15)]).labels.map(\.isLeading) == [false])
        #expect(try map(0, 0, cities: [("City", 0, 15.1)]).labels.map(\.isLeading) == [true])
    }

    @Test("the eight nearest cities have labels, also on the edges")
    func limitsLabels() throws {
        let cities = (0..<9).map { ("\($0)", Double($0) * 2 - 4, $0.isMultiple(of: 2) ? 12.0 : -12.0) }
        #expect(try map(0, 0, cities: cities).labels.map(\.name).sorted() == (0..<8).map { "\($0)" })
        let corners = [("a", 15.0, -24.0), ("b", -15.0, 24.0), ("c", 15.1, 0.0), ("d", 0.0, 24.1), ("e", -15.1, -24.1)]
        #expect(try map(0, 0, cities: corners).labels.map(\.name).sorted() == ["a", "b"])
    }

    @Test("a ring of two points is not drawn")
    func omitsLines() throws {
        #expect(try map(0, 0, rings: [[(1, 1), (2, 2)], [(1, 1), (2, 2), (1, 2)]]).land.map(\.count) == [3])
    }

    @Test("a ring that ends at the edges is unchanged")
    func keepsRingAtEdges() throws {
        let map = try map(
            0, 0, rings: [[(15, -24), (15, 24), (-15, 24), (-15, -24), (15, -24)]])
        #expect(map.land.first?.count == 5 && map.land.first?.first?.x == 0 && map.land.first?.first?.y == 0)
    }

    @Test("a map can be drawn at a pole")
    func drawsPole() throws {
        let map = try map(90, 0, rings: [[(85, 0), (85, 90), (80, 90), (80, 0), (85, 0)]])
        #expect(map.land.joined().allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }

    private func map(
        _ latitude: Double, _ longitude: Double, rings: [[(Double, Double)]] = [],
        cities: [(String, Double, Double)] = [], extent: RegionMapModel.Extent = .partOfWorld
    ) throws -> RegionMapModel {
        let outlines = Outlines(
            rings: rings.map { $0.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) } },
            cities: cities.compactMap { name, latitude, longitude in
                Coordinate(latitude: latitude, longitude: longitude).map { .init(name: name, coordinate: $0) }
            })
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return RegionMapModel(
            centre: centre, name: "Lotte Concert Hall", extent: extent, over: OutlineStub(all: outlines))
    }
}

/// Its towns are its cities; those beyond the requested degrees are left out.
private struct OutlineStub: OutlineRepository {
    let all: Outlines

    func outlines() -> Outlines { all }

    func towns(around centre: Coordinate, latitude: Double, longitude: Double) -> [Outlines.City] {
        all.cities.filter { city in
            (city.coordinate.latitude - centre.latitude).magnitude <= latitude
                && (city.coordinate.longitude - centre.longitude).magnitude <= longitude
        }
    }
}
