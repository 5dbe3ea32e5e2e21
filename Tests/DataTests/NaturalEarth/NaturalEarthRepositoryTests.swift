import FermataData
import FermataDomain
import Testing

@Suite("Natural Earth outlines")
struct NaturalEarthRepositoryTests {
    private let outlines = NaturalEarthRepository().outlines()

    @Test("are closed rings that span the world")
    func areClosedRings() {
        #expect(outlines.rings.count > 250)
        #expect(outlines.rings.allSatisfy { $0.count > 3 && $0.first == $0.last })
        let longitudes = outlines.rings.joined().map(\.longitude)
        #expect(longitudes.min() == -180 && longitudes.max() == 180)
    }

    @Test(
        "contain land and no sea",
        arguments: [
            (37.5, 127.2, true), (51.5, -1.0, true), (-25, 135, true), (0, -30, false), (40, 160, false),
            (-45, -120, false), (64.8, -18, true),
        ])
    func containLand(latitude: Double, longitude: Double, isLand: Bool) {
        let containing = outlines.rings.filter { $0.contains(latitude, longitude) }
        #expect(containing.count % 2 == (isLand ? 1 : 0))
    }

    @Test("add the steps between points exactly")
    func decodeSteps() throws {
        let ring = try #require(outlines.rings.first)
        #expect(ring[0] == Coordinate(latitude: -16.07, longitude: 180))
        #expect(ring[1] == Coordinate(latitude: -16.56, longitude: 180))
        #expect(ring[2] == Coordinate(latitude: -16.8, longitude: 179.36))
    }

    @Test(
        "find the towns around a coordinate, the largest first, across the 180th meridian",
        arguments: [(37.5, 127.0, "Seoul", "Incheon"), (-17.8, -179.9, "Nasinu", "Suva")])
    func findTowns(latitude: Double, longitude: Double, first: String, second: String) throws {
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let towns = NaturalEarthRepository().towns(around: centre, latitude: 0.5, longitude: 2)
        #expect(towns.first?.name == first && towns.contains { $0.name == second })
        #expect(towns.allSatisfy { abs($0.coordinate.latitude - latitude) <= 0.5 })
        #expect(NaturalEarthRepository().towns(around: centre, latitude: 0.001, longitude: 0.001).isEmpty)
    }

    @Test("name large cities in their own letters")
    func nameLargeCities() throws {
        let seoul = try #require(outlines.cities.first { $0.name == "Seoul" })
        #expect(abs(seoul.coordinate.latitude - 37.57) < 0.1 && abs(seoul.coordinate.longitude - 127) < 0.1)
        #expect(outlines.cities.contains { $0.name == "Ürümqi" })
        let tokyo = try #require(outlines.cities.first { $0.name == "Tokyo" })
        #expect(tokyo.coordinate == Coordinate(latitude: 35.69, longitude: 139.75))
        #expect(outlines.cities.count > 200)
    }
}

extension [Coordinate] {
    /// Whether a ray to the east crosses the ring an odd number of times.
    fileprivate func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        zip(self, dropFirst()).count { from, to in
            guard (from.latitude > latitude) != (to.latitude > latitude) else { return false }
            let part = (latitude - from.latitude) / (to.latitude - from.latitude)
            return from.longitude + part * (to.longitude - from.longitude) > longitude
        } % 2 == 1
    }
}
