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
