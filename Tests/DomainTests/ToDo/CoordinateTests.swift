import FermataDomain
import Testing

@Suite("Coordinate")
struct CoordinateTests {
    @Test(
        "writes degrees without an exponent",
        arguments: [
            (0, 0, "0.0", "0.0"), (-0.0, -0.0, "0.0", "0.0"), (90, 180, "90.0", "180.0"),
            (-90, -180, "-90.0", "-180.0"), (-33.856_784_4, 151.215_297, "-33.8567844", "151.215297"),
            (1e-7, -1e-7, "0.0000001", "-0.0000001"), (0.5, -0.05, "0.5", "-0.05"), (10, 100, "10.0", "100.0"),
            (89.999_999_9, -179.999_999_9, "89.9999999", "-179.9999999"),
        ])
    func writesDegreesWithoutExponent(latitude: Double, longitude: Double, latitudeText: String, longitudeText: String)
        throws
    {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(point.latitudeText == latitudeText && point.longitudeText == longitudeText)
        #expect(point.latitude == latitude && point.longitude == longitude)
        #expect(Coordinate(latitude: point.latitude, longitude: point.longitude) == point)
    }

    @Test(
        "reads decimal degrees as maps show them",
        arguments: [
            ("37.5665,126.9780", 37.5665, 126.978), (" 37.5665 , 126.978 ", 37.5665, 126.978),
            ("-33.8567844 151.215297", -33.8567844, 151.215297), ("+0.0;-0.5", 0, -0.5),
            ("37.5132° N, 127.1036° E", 37.5132, 127.1036), ("33.85° s, 70.5°W", -33.85, -70.5),
            ("geo:48.2010,16.3695", 48.201, 16.3695), ("90.0,180.0", 90, 180),
        ])
    func readsText(text: String, latitude: Double, longitude: Double) {
        #expect(Coordinate(text) == Coordinate(latitude: latitude, longitude: longitude))
        #expect(Coordinate(text) != nil)
    }

    @Test(
        "reads no coordinate from other texts",
        arguments: [
            "", "37.5665", "12, 34", "12,34", "37.5665,", ",126.978", "Seoul 37.5665,126.978", "90.1,0.0", "0.0,180.1",
            "1e5,2.0", "37.5665,126.978,12.0", "nan,nan", "0x1.0,2.0", "1.5.2,3.0",
            String(repeating: " ", count: 200) + "1.0,2.0",
        ])
    func rejectsOtherTexts(text: String) {
        #expect(Coordinate(text) == nil)
    }

    @Test("creates the same point from units, and none beyond the limits")
    func createsFromUnits() throws {
        for (latitude, longitude) in [(0, 0), (-338_567_844, 1_512_152_970), (900_000_000, -1_800_000_000)] {
            let point = try #require(Coordinate(latitudeUnits: latitude, longitudeUnits: longitude))
            #expect(point == Coordinate(latitude: point.latitude, longitude: point.longitude))
            #expect(point.latitudeUnits == latitude && point.longitudeUnits == longitude)
        }
        for (latitude, longitude) in [(900_000_001, 0), (0, -1_800_000_001), (.min, 0), (0, .max)] {
            #expect(Coordinate(latitudeUnits: latitude, longitudeUnits: longitude) == nil)
        }
    }

    @Test(
        "rounds differences below 1e-7 degree",
        arguments: [
            (52.1, 52.100_000_04), (52.1, 52.099_999_96), (0, 4.9e-8), (0, -4.9e-8), (0, .leastNonzeroMagnitude),
            (0, -.leastNonzeroMagnitude), (90, 89.999_999_97), (-90, -89.999_999_97),
        ])
    func roundsToPrecision(one: Double, other: Double) throws {
        let points = [one, other].map { Coordinate(latitude: $0, longitude: $0) }
        #expect(points[0] != nil && points[0] == points[1])
        #expect(points[0].hashValue == points[1].hashValue)
        #expect(points[0]?.latitudeText == points[1]?.latitudeText)
        #expect(points[1]?.latitude.sign == points[0]?.latitude.sign)
    }

    @Test("distinguishes points 1e-7 degree apart", arguments: [-89.999_999_9, -1e-7, 0, 52.1, 89.999_999_8])
    func distinguishesUnits(degrees: Double) {
        let next = Coordinate(latitude: degrees + 1e-7, longitude: 0)
        #expect(next != nil && next != Coordinate(latitude: degrees, longitude: 0))
    }

    @Test(
        "rejects invalid points",
        arguments: [
            (90.000_000_1, 0), (-90.000_000_1, 0), (90.0.nextUp, 0), (0, 180.000_000_1), (0, -180.000_000_1),
            (0, (-180.0).nextDown), (0, 360), (.nan, 0), (0, .nan), (.signalingNaN, 0), (.infinity, 0), (0, .infinity),
            (-.infinity, 0), (0, -.infinity), (.greatestFiniteMagnitude, 0),
        ] as [(Double, Double)])
    func rejectsInvalidPoint(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    @Test("keeps every unit from pole to pole and around the Earth")
    func keepsEveryUnit() {
        for units in stride(from: -900_000_000, through: 900_000_000, by: 12_345_679) {
            for offset in [-1, 0, 1] where abs(units + offset) <= 900_000_000 {
                let degrees = Double(units + offset) / Double(Coordinate.unitsPerDegree)
                let point = Coordinate(latitude: degrees, longitude: degrees * 2)
                #expect(point?.latitudeUnits == units + offset && point?.longitudeUnits == 2 * (units + offset))
                #expect(point.flatMap { Double($0.latitudeText) } == degrees)
            }
        }
    }
}
