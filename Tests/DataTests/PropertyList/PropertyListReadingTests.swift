import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Reading property lists")
struct PropertyListReadingTests {
    @Test("reads to-dos of the to-do app for iOS, as XML and binary", arguments: [true, false])
    func readsToDosOfApp(isXML: Bool) async throws {
        let place: [String: Any] = ["nameKey": "Berlin", "latitudeKey": 52.5, "longitudeKey": 13]
        let records: [[String: Any]] = [
            [
                "titleKey": "Gig", "itemDescriptionKey": "at eight", "timestampKey": 1_798_142_400.9,
                "locationKey": place,
            ],
            ["titleKey": "Record"],
        ]
        let format = isXML ? PropertyListSerialization.PropertyListFormat.xml : .binary
        let bytes = try PropertyListSerialization.data(fromPropertyList: records, format: format, options: 0)
        let reading = try await ToDoReading(bytes, as: Repositories.propertyList)
        let point = try #require(Coordinate(latitude: 52.5, longitude: 13))
        let gig = ToDoItem(
            title: "Gig", description: "at eight", timestamp: Moment(seconds: 1_798_142_400).map { .moment($0) },
            location: Location(name: "Berlin", coordinate: point))
        #expect(reading.entries == [ToDoEntry(item: gig), ToDoEntry(item: ToDoItem(title: "Record"))])
        #expect(reading.error == nil)
    }

    @Test("rejects the OpenStep form and suggests a conversion", arguments: ["( { titleKey = Gig; } )", "{ a = b; }"])
    func rejectsOpenStep(text: String) async throws {
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.entries == [])
        #expect(reading.reason?.contains("plutil -convert xml1") == true)
    }

    @Test("reads plain keys and dates, and ignores unknown keys")
    func readsPlainKeys() async throws {
        let reading = try await read(
            """
            <dict><key>title</key><string>a</string><key>itemDescription</key><string>b</string>
            <key>timestamp</key><date>2026-12-24T20:00:00Z</date>
            <key>location</key><dict><key>latitude</key><integer>1</integer><key>longitude</key><real>2.5</real></dict>
            <key>music</key><string>0123456789abcdef</string><key>done</key><integer>1</integer></dict>
            <dict><key>title</key><string>c</string><key>description</key><string>d</string>
            <key>day</key><string>2024-02-29</string><key>timestamp</key><real>1</real>
            <key>artist</key><string>e</string><key>other</key><array><dict/></array></dict>
            """)
        let point = try #require(Coordinate(latitude: 1, longitude: 2.5))
        #expect(
            reading.entries == [
                ToDoEntry(
                    item: ToDoItem(
                        title: "a", description: "b", timestamp: Moment(seconds: 1_798_142_400).map { .moment($0) },
                        location: Location(name: "1.0, 2.5", coordinate: point),
                        subject: .music(MusicID(0x0123_4567_89AB_CDEF))), isDone: true),
                ToDoEntry(
                    item: ToDoItem(
                        title: "c", description: "d", timestamp: Day("2024-02-29").map { .day($0) },
                        subject: .artist("e"))),
            ])
    }

    @Test(
        "rejects an invalid to-do with a reason and reads the others",
        arguments: [
            ("<dict/>", "it has no title"), ("<string>a</string>", "it is no dictionary"),
            ("<dict><key>titleKey</key><integer>1</integer></dict>", "its title is no text"),
            (titled("itemDescriptionKey", "<true/>"), "its itemDescription is no text"),
            (titled("timestampKey", "<real>nan</real>"), "its timestamp is out of range"),
            (titled("timestampKey", "<real>1e300</real>"), "its timestamp is out of range"),
            (titled("timestampKey", "<string>soon</string>"), "its timestamp “soon” is no number"),
            (titled("timestampKey", "<true/>"), "its timestamp is no number"),
            (titled("timestampKey", "<date>0000-01-01T00:00:00Z</date>"), "its timestamp is out of range"),
            (titled("dayKey", "<string>2023-02-29</string>"), "its day “2023-02-29” is no day"),
            (titled("locationKey", "<string>Berlin</string>"), "its location is no dictionary"),
            (titled("locationKey", "<dict/>"), "its location has neither a name nor a coordinate"),
            (placed("<key>latitudeKey</key><real>1</real>"), "its coordinate is only half there"),
            (placed("<key>longitudeKey</key><real>1</real>"), "its coordinate is only half there"),
            (point("91", "0"), "its coordinate is out of range"),
            (point("0", "-180.1"), "its coordinate is out of range"),
            (point("nan", "0"), "its coordinate is out of range"),
            (titled("musicKey", "<string>012345</string>"), "its music is no id of 16 hexadecimal digits"),
            (titled("musicKey", "<string>8000000000000000</string>"), "its music is no id of 16 hexadecimal digits"),
            (titled("doneKey", "<string>perhaps</string>"), "its done is neither true nor false"),
        ])
    func describesRejectedToDo(record: String, reason: String) async throws {
        let reading = try await read(titled("a", "<true/>") + record + titled("b", "<true/>"))
        #expect(reading.items == [ToDoItem(title: "t"), ToDoItem(title: "t")])
        #expect(reading.faults == [2: reason])
        #expect(reading.error == nil)
    }

    @Test(
        "rejects a document that is no list of to-dos",
        arguments: [
            ("<dict/>", "it is a property list, but no array of to-dos"),
            ("<string>a</string>", "it is a property list, but no array of to-dos"),
            (
                "<array><integer>1</integer><real>2</real></array>",
                "it is a property list, but nothing in it is a to-do"
            ),
            ("<array><dict>", "it is no property list, or a damaged one"),
            ("", "it is no property list, or a damaged one"),
        ])
    func rejectsOtherLists(content: String, reason: String) async throws {
        let reading = try await ToDoReading("<plist>\(content)</plist>", as: Repositories.propertyList)
        #expect(reading.reason == reason)
        #expect(reading.records.isEmpty)
    }

    @Test("prefers a changed text over its outdated exact copy")
    func prefersChangedText() async throws {
        let exact = "<key>titleExactKey</key><data>\(Data("a\0b".utf8).base64EncodedString())</data>"
        let reading = try await read(
            "<dict><key>titleKey</key><string>ab</string>\(exact)</dict>"
                + "<dict><key>titleKey</key><string>changed</string>\(exact)</dict>")
        #expect(reading.items.map(\.title) == ["a\0b", "changed"])
    }

    private func read(_ records: String) async throws -> ToDoReading {
        try await ToDoReading("<plist><array>\(records)</array></plist>", as: Repositories.propertyList)
    }
}

private func titled(_ key: String, _ value: String) -> String {
    "<dict><key>titleKey</key><string>t</string><key>\(key)</key>\(value)</dict>"
}

private func placed(_ pairs: String) -> String {
    titled("locationKey", "<dict><key>nameKey</key><string>here</string>\(pairs)</dict>")
}

private func point(_ latitude: String, _ longitude: String) -> String {
    placed("<key>latitudeKey</key><real>\(latitude)</real><key>longitudeKey</key><real>\(longitude)</real>")
}
