import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Reading iCalendar documents")
struct ICalendarReadingTests {
    private static let content = calendar(
        toDo: "SUMMARY;LANGUAGE=de;ALTREP=\"http://example.org/a:b;c,d\":챔버오케스트라 🎵\\, \\;\\\\n\\Ntwo\\nthree\\.",
        "description:한국어 설명 \(String(repeating: "é𝄐", count: 60))", "Location:Berlin", "GEO:52.5;-13.25",
        "DUE:20261224T200000Z", "X-OTHER;A=1:2", "CATEGORIES:a,b", "A:1")
    private static let item = ToDoItem(
        title: "챔버오케스트라 🎵, ;\\n\ntwo\nthree\\.", description: "한국어 설명 \(String(repeating: "é𝄐", count: 60))",
        timestamp: moment(1_798_142_400),
        location: Location(name: "Berlin", coordinate: Coordinate(latitude: 52.5, longitude: -13.25)))

    @Test(
        "accepts LF, CR LF, CR and CR CR LF, a byte order mark and an open last line",
        arguments: ["\r\n", "\n", "\r", "\r\r\n"], ["", "\u{FEFF}"])
    func acceptsLineEnds(end: String, mark: String) async throws {
        let text = mark + Self.content.replacing("\r\n", with: end).dropLast(1)
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items == [Self.item] && reading.error == nil)
        let mixed = mark + Self.content.replacing("SUMMARY:", with: "\n\r\n\nSUMMARY:", maxReplacements: 1)
        #expect(try await ToDoReading(mixed, as: Repositories.iCalendar).items == [Self.item])
        let withoutLF = try await ToDoReading(Data((mark + Self.content).utf8).dropLast(), as: Repositories.iCalendar)
        #expect(withoutLF.items == [Self.item] && withoutLF.error == nil)
    }

    @Test("unfolds lines, even inside a character", arguments: [1, 2, 3, 74], ["\r\n ", "\n\t", "\r ", "\r\r\n "])
    func unfoldsLines(width: Int, fold: String) async throws {
        var bytes = Data()
        for line in Self.content.components(separatedBy: "\r\n").dropLast() {
            for (index, byte) in line.utf8.enumerated() {
                if index > 0, index.isMultiple(of: width) { bytes += fold.utf8 }
                bytes.append(byte)
            }
            bytes += fold.utf8.dropLast()
        }
        let reading = try await ToDoReading(bytes, as: Repositories.iCalendar)
        #expect(reading.items == [Self.item] && reading.error == nil)
    }

    @Test("ignores other components and their properties")
    func ignoresOtherComponents() async throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            SUMMARY:an event
            BEGIN:VTODO
            SUMMARY:inside of an event
            END:VTODO
            END:VEVENT
            BEGIN:VTODO
            BEGIN:VALARM
            SUMMARY:an alarm
            DESCRIPTION:an alarm
            DUE:20260101
            END:VALARM
            SUMMARY:a to-do
            SUMMARY:once more
            BEGIN:VALARM
            DESCRIPTION:an alarm
            NOT A PROPERTY
            END:VALARM
            END:VTODO
            NOT A PROPERTY
            END:VCALENDAR
            BEGIN:VCALENDAR
            END:VCALENDAR

            begin:vcalendar
            begin: vtodo
            summary:in another calendar
            end:vtodo
            end:vcalendar
            """
        let reading = try await ToDoReading(text, as: Repositories.iCalendar)
        #expect(reading.items == ["a to-do", "in another calendar"].map { ToDoItem(title: $0) })
        #expect(reading.error == nil && reading.recordErrors.isEmpty)
    }

    @Test(
        "is done if completed, at 100 percent or cancelled",
        arguments: [
            ("STATUS:COMPLETED", true), ("STATUS:completed", true), ("COMPLETED:20260101T000000Z", true),
            ("PERCENT-COMPLETE:100", true), ("STATUS:CANCELLED", true), ("STATUS:NEEDS-ACTION", false),
            ("STATUS:IN-PROCESS", false), ("PERCENT-COMPLETE:99", false), ("X-STATUS:COMPLETED", false),
        ])
    func readsCompletion(property: String, isDone: Bool) async throws {
        let reading = try await ToDoReading(calendar(toDo: "SUMMARY:a", property), as: Repositories.iCalendar)
        #expect(reading.entries == [ToDoEntry(item: ToDoItem(title: "a"), isDone: isDone)])
    }

    @Test("names a location without a name by its coordinate")
    func namesLocationByCoordinate() async throws {
        for place in ["LOCATION:", "X-NONE:"] {
            let reading = try await ToDoReading(
                calendar(toDo: "SUMMARY:a", "GEO:-33.85678;1.5E-5", place), as: Repositories.iCalendar)
            let point = try #require(Coordinate(latitude: -33.85678, longitude: 0.000015))
            #expect(reading.items.first?.location == Location(name: "-33.85678, 0.000015", coordinate: point))
        }
        let blank = try await ToDoReading(calendar(toDo: "SUMMARY:a", "LOCATION:"), as: Repositories.iCalendar)
        #expect(blank.items == [ToDoItem(title: "a")])
    }

    @Test("prefers a changed text over its outdated exact copy")
    func prefersChangedText() async throws {
        let exact = "X-FERMATA-SUMMARY-EXACT:\(Data("a\0b\rc".utf8).base64EncodedString())"
        for (title, read) in [("ab\\nc", "a\0b\rc"), ("changed", "changed")] {
            let reading = try await ToDoReading(calendar(toDo: "SUMMARY:\(title)", exact), as: Repositories.iCalendar)
            #expect(reading.items.map { Array($0.title.utf8) } == [Array(read.utf8)])
        }
    }

    @Test("reads the song or artist of a to-do")
    func readsSubject() async throws {
        for (property, subject) in [
            ("X-FERMATA-MUSIC:0123456789ABCDEF", ToDoSubject.music(MusicID(0x0123_4567_89AB_CDEF))),
            ("X-FERMATA-ARTIST;VALUE=TEXT:Simon\\, Garfunkel", .artist("Simon, Garfunkel")),
        ] {
            let reading = try await ToDoReading(calendar(toDo: "SUMMARY:a", property), as: Repositories.iCalendar)
            #expect(reading.items == [ToDoItem(title: "a", subject: subject)])
        }
    }

    @Test(
        "sends a batch after 500 to-dos or 1 MiB",
        arguments: [(524, 600, [500, 100]), (16_384, 100, [63, 37])] as [(Int, Int, [Int])])
    func sendsBatches(size: Int, count: Int, batches: [Int]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appending(path: "todos.ics")
        let overhead = calendar(titles: [""]).utf8.count - calendar(titles: []).utf8.count
        let title = String(repeating: "a", count: size - overhead)
        try Data(calendar(titles: Array(repeating: title, count: count)).utf8).write(to: file)
        var counts: [Int] = []
        for try await batch in try Repositories.iCalendar.make(file).batches() { counts.append(batch.count) }
        #expect(counts == batches)
    }
}
