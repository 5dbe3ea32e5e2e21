import FermataData
import FermataDomain
import Testing

@Suite("Gazetteer tables")
struct GazetteerTableTests {
    private static func lines(_ table: UnsafeBufferPointer<UInt8>) -> [[Substring]] {
        String(decoding: table, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    }

    private static let names = lines(GazetteerTable.names)
    private static let places = lines(GazetteerTable.places)
    private static let regions = lines(GazetteerTable.regions)
    private static let provinces = lines(GazetteerTable.provinces)
    private static let regionNames = lines(GazetteerTable.regionNames)

    @Test("have 3 to 4 MB")
    func isBetween3And4MB() {
        let tables = [
            GazetteerTable.names, GazetteerTable.places, GazetteerTable.regions, GazetteerTable.provinces,
            GazetteerTable.regionNames,
        ]
        let bytes = tables.map(\.count).reduce(0, +)
        #expect((3_000_000...4_000_000).contains(bytes))
        #expect(Self.places.count > 30_000 && Self.names.count > 100_000)
    }

    @Test("end with a line feed")
    func endWithLineFeed() {
        for table in [
            GazetteerTable.names, GazetteerTable.places, GazetteerTable.regions, GazetteerTable.provinces,
            GazetteerTable.regionNames,
        ] {
            #expect(table.last == UInt8(ascii: "\n"))
        }
    }

    @Test("are sorted by the bytes of their unique keys, with all fields")
    func areSortedByBytes() {
        for (table, count) in [
            (Self.names, 2), (Self.places, 6), (Self.regions, 2), (Self.provinces, 2), (Self.regionNames, 2),
        ] {
            #expect(table.allSatisfy { $0.count == count && $0.allSatisfy { !$0.isEmpty } })
            let isSorted = zip(table, table.dropFirst()).allSatisfy {
                $0[0].utf8.lexicographicallyPrecedes($1[0].utf8)
            }
            #expect(isSorted)
        }
    }

    @Test("have keys folded with SortKey")
    func areFoldedLikeSearches() {
        for line in Self.names + Self.regions + Self.provinces where !line[0].contains(where: \.isNumber) {
            let key = String(line[0])
            if SortKey(key).text != key { Issue.record("\(key) is folded to \(SortKey(key).text)") }
        }
    }

    @Test("contain each place under its own name with a valid region and coordinate")
    func containValidPlaces() throws {
        let bearers = Dictionary(uniqueKeysWithValues: Self.names.map { ($0[0], $0[1].split(separator: " ")) })
        let known = Set(Self.regionNames.map { $0[0] })
        for place in Self.places {
            let key = SortKey(String(place[1])).text
            if bearers[Substring(key)]?.contains(place[0]) != true { Issue.record("\(place) is not found by \(key)") }
            if !known.contains(place[2].prefix { $0 != "-" }) { Issue.record("\(place) is in no country") }
            if place[2].hasPrefix("US-"), !known.contains(place[2]) { Issue.record("\(place) is in no state") }
            let (latitude, longitude) = (try #require(Double(place[3])), try #require(Double(place[4])))
            if Coordinate(latitude: latitude, longitude: longitude) == nil || Int(place[5]) == nil {
                Issue.record("\(place) is nowhere")
            }
        }
    }

    @Test("refer only to existing places and regions")
    func referToExistingRows() {
        let ids = Set(Self.places.map { $0[0] })
        #expect(Self.names.allSatisfy { $0[1].split(separator: " ").allSatisfy(ids.contains) })
        let known = Set(Self.regionNames.map { $0[0] })
        #expect((Self.regions + Self.provinces).allSatisfy { $0[1].split(separator: " ").allSatisfy(known.contains) })
    }

    @Test("list only provinces with the name of a city and of no region")
    func listOnlyAmbiguousProvinces() {
        let (cities, states) = (Set(Self.names.map { $0[0] }), Set(Self.regions.map { $0[0] }))
        #expect(Self.provinces.allSatisfy { cities.contains($0[0]) && !states.contains($0[0]) })
    }
}
