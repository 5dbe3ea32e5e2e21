import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Reading property lists")
struct PropertyListReadingTests {
    @Test("reads to-dos of the to-do app for iOS, and suggests a conversion of binary ones")
    func readsToDosOfApp() async throws {
        let place: [String: Any] = ["nameKey": "Berlin", "latitudeKey": 52.5, "longitudeKey": 13]
        let records: [[String: Any]] = [
            [
                "titleKey": "Gig", "itemDescriptionKey": "at eight", "timestampKey": 1_798_142_400.9,
                "locationKey": place,
            ],
            ["titleKey": "Record"],
        ]
        let xml = try PropertyListSerialization.data(fromPropertyList: records, format: .xml, options: 0)
        let reading = try await ToDoReading(xml, as: Repositories.propertyList)
        let point = try #require(Coordinate(latitude: 52.5, longitude: 13))
        let gig = ToDoItem(
            title: "Gig", description: "at eight", timestamp: Moment(seconds: 1_798_142_400).map { .moment($0) },
            location: Location(name: "Berlin", coordinate: point))
        #expect(reading.entries == [ToDoEntry(item: gig), ToDoEntry(item: ToDoItem(title: "Record"))])
        #expect(reading.error == nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: records, format: .binary, options: 0)
        #expect(try await ToDoReading(binary, as: Repositories.propertyList).failure == .binaryPropertyList)
        let start = try await ToDoReading("bplist00", as: Repositories.propertyList)
        #expect(start.failure == .binaryPropertyList)
    }

    @Test("rejects the OpenStep form and suggests a conversion", arguments: ["( { titleKey = Gig; } )", "{ a = b; }"])
    func rejectsOpenStep(text: String) async throws {
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.entries == [])
        #expect(reading.failure == .oldPropertyList)
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
            ("<dict/>", RecordError.missing(field: "title")), ("<string>a</string>", .notAnObject),
            ("<dict><key>titleKey</key><integer>1</integer></dict>", .wrongType(field: "title", expected: .text)),
            (titled("itemDescriptionKey", "<true/>"), .wrongType(field: "itemDescription", expected: .text)),
            (titled("timestampKey", "<real>nan</real>"), .outOfRange(field: "timestamp")),
            (titled("timestampKey", "<real>1e300</real>"), .outOfRange(field: "timestamp")),
            (
                titled("timestampKey", "<string>soon</string>"),
                .invalidValue(field: "timestamp", text: "soon", expected: .number)
            ),
            (titled("timestampKey", "<true/>"), .wrongType(field: "timestamp", expected: .number)),
            (titled("timestampKey", "<date>0000-01-01T00:00:00Z</date>"), .outOfRange(field: "timestamp")),
            (
                titled("dayKey", "<string>2023-02-29</string>"),
                .invalidValue(field: "day", text: "2023-02-29", expected: .day)
            ),
            (titled("locationKey", "<string>Berlin</string>"), .wrongType(field: "location", expected: .dictionary)),
            (titled("locationKey", "<dict/>"), .emptyLocation),
            (placed("<key>latitudeKey</key><real>1</real>"), .incompleteCoordinate),
            (placed("<key>longitudeKey</key><real>1</real>"), .incompleteCoordinate),
            (point("91", "0"), .outOfRange(field: "coordinate")),
            (point("0", "-180.1"), .outOfRange(field: "coordinate")),
            (point("nan", "0"), .outOfRange(field: "coordinate")),
            (
                titled("musicKey", "<string>012345</string>"),
                .invalidValue(field: "music", text: "012345", expected: .musicID)
            ),
            (
                titled("musicKey", "<string>8000000000000000</string>"),
                .invalidValue(field: "music", text: "8000000000000000", expected: .musicID)
            ),
            (titled("doneKey", "<string>perhaps</string>"), .wrongType(field: "done", expected: .boolean)),
        ])
    func describesRejectedToDo(record: String, cause: RecordError) async throws {
        let reading = try await read(titled("a", "<true/>") + record + titled("b", "<true/>"))
        #expect(reading.items == [ToDoItem(title: "t"), ToDoItem(title: "t")])
        #expect(reading.recordErrors == [2: cause])
        #expect(reading.error == nil)
    }

    @Test(
        "rejects a document that is no list of to-dos",
        arguments: [
            ("<dict/>", DocumentFailure.notAnArray),
            ("<string>a</string>", .notAnArray),
            (
                "<array><integer>1</integer><real>2</real></array>",
                .noToDos
            ),
            ("<array><dict>", .notPropertyList),
            ("", .notPropertyList),
        ])
    func rejectsOtherLists(content: String, failure: DocumentFailure) async throws {
        let reading = try await ToDoReading("<plist>\(content)</plist>", as: Repositories.propertyList)
        #expect(reading.failure == failure)
        #expect(reading.records.isEmpty)
    }

    @Test(
        "reads a truth value as text",
        arguments: [("true", true), ("YES", true), ("1", true), ("False", false), ("no", false), ("0", false)])
    func readsTruthText(text: String, isDone: Bool) async throws {
        let reading = try await read(titled("doneKey", "<string>\(text)</string>"))
        #expect(reading.entries.map(\.isDone) == [isDone])
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
