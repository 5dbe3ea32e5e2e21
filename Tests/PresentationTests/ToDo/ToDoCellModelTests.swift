import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("A row of the list of to-dos")
struct ToDoCellModelTests {
    private func row(_ item: ToDoItem, isDone: Bool = false, style: DateStyle = .american) -> ToDoCellModel {
        ToDoCellModel(ToDo(number: 7, item: item, isDone: isDone), style: style)
    }

    @Test("a to-do row shows title, place and date")
    func showsTexts() throws {
        let row = row(try .gig())
        #expect(row.title == StyledText("Carols"))
        #expect(row.placeText == "Lotte Concert Hall")
        #expect(row.dateText == "12/24/2026")
        #expect(row.sectionTitle == "To-do")
        #expect(row.number == 7 && row.id == 7)
    }

    @Test("the date is MM/dd/yyyy or in the locale's format")
    func formatsDate() throws {
        let item = ToDoItem(title: "a", timestamp: try .day("2026-01-02"))
        let texts = ["en_US_POSIX", "de_DE", "ko_KR", "en_GB"].map { row(item, style: DateStyle($0)).dateText }
        #expect(texts == ["01/02/2026", "02.01.2026", "2026. 01. 02.", "02/01/2026"])
    }

    @Test("a moment has its time of day in the locale's format")
    func formatsTime() throws {
        let item = ToDoItem(title: "a", timestamp: try .moment("2026-12-24T18:05:59Z"))
        #expect(row(item).dateText == "12/24/2026, 1:05 PM")
        #expect(row(item).accessibilityLabel == "a, on 12/24/2026, 1:05 PM")
        #expect(row(item, style: DateStyle("de_DE", timeZone: "Europe/Berlin")).dateText == "24.12.2026, 19:05")
        #expect(row(item, style: DateStyle("ko_KR", timeZone: "Asia/Seoul")).dateText == "2026. 12. 25. 오전 3:05")
        #expect(row(item, isDone: true).dateText == "")
    }

    @Test(
        "a time of day in en_US has twelve hours",
        arguments: [
            ("05:00", "12:00 AM"), ("05:59", "12:59 AM"), ("16:59", "11:59 AM"), ("17:00", "12:00 PM"),
            ("18:00", "1:00 PM"),
        ])
    func formatsTwelveHours(time: String, text: String) throws {
        let item = ToDoItem(title: "a", timestamp: try .moment("2026-12-24T\(time):00Z"))
        #expect(row(item).dateText == "12/24/2026, " + text)
    }

    @Test("a place of whose address only the town is known is marked")
    func marksTownOnly() throws {
        var item = try ToDoItem.gig()
        item.location?.isTownOnly = true
        #expect(row(item).placeText == "≈ Lotte Concert Hall")
        #expect(row(item).accessibilityLabel == "Carols, at Lotte Concert Hall (town centre), on 12/24/2026")
        #expect(
            row(item).value(of: .townOnly) == .flag(true) && row(item).value(of: .place) == .text("Lotte Concert Hall"))
        #expect(row(item, isDone: true).placeText == "")
        #expect(row(item, isDone: true).accessibilityLabel == "Carols, done")
    }

    @Test("a row without place and date shows none")
    func showsNoPlace() {
        let row = row(ToDoItem(title: "Listen to Low"))
        #expect([row.placeText, row.dateText, row.accessibilityLabel] == ["", "", "Listen to Low"])
    }

    @Test("a row reads as one sentence")
    func readsAsSentence() throws {
        var item = try ToDoItem.gig()
        item.title = "Carols,\n\tsung"
        #expect(row(item).accessibilityLabel == "Carols, sung, at Lotte Concert Hall, on 12/24/2026")
        #expect(row(item, isDone: true).accessibilityLabel == "Carols, sung, done")
    }

    @Test("every key has its value or none, done or not")
    func hasValues() throws {
        let values = ToDoField.allCases.map(row(try .gig(), isDone: true).value)
        #expect(
            values == [
                .integer(7), .text("Carols"), .text("Bring a friend."), .text("2026-12-24"),
                .text("Lotte Concert Hall"),
                .number(37.5132), .number(127.1036), .text("1a2b3c4d5e6f7081"), .none, .flag(true),
                .text("300 Olympic-ro"), .flag(false),
            ])
        let moment = try DueDate.moment("2026-12-24T18:30:00Z")
        let bare = row(ToDoItem(title: "Low", timestamp: moment, subject: .artist("Bowie")))
        #expect(bare.value(of: .due) == .text("2026-12-24T18:30:00Z"))
        #expect(bare.value(of: .artist) == .text("Bowie") && bare.value(of: .done) == .flag(false))
        let none: [ToDoField] = [.description, .place, .latitude, .longitude, .music, .address, .townOnly]
        #expect(none.filter { bare.value(of: $0) != .none } == [])
    }
}

@Suite("The detail screen of a to-do")
struct ToDoDetailModelTests {
    private let changes = Music(id: MusicID(0x1A2B_3C4D_5E6F_7081), title: "Changes", artist: "David Bowie")

    @Test("the screen shows title, description, date, place and map")
    func showsTexts() throws {
        let detail = ToDoDetail(toDo: ToDo(number: 1, item: try .gig()), music: changes)
        let screen = ToDoDetailModel(detail, style: .american)
        #expect(screen.title == StyledText("Carols"))
        #expect(screen.descriptionText == "Bring a friend.")
        #expect(screen.dateText == "Thursday, December 24, 2026")
        #expect(screen.placeText == "Lotte Concert Hall")
        #expect(screen.addressText == "300 Olympic-ro")
        #expect(screen.map == MapModel(centre: try .at(37.5132, 127.1036), name: "Lotte Concert Hall"))
        #expect(screen.subjectText == "Changes by David Bowie")
        #expect(screen.row.number == 1)
        #expect(
            screen.lines.map(\.label) == [
                "title", "description", "date", "place", "address", "about", "coordinate", "map",
            ])
    }

    @Test("a moment has its time in the user's zone and language")
    func showsTime() throws {
        let item = ToDoItem(title: "a", timestamp: try .moment("2026-12-24T18:30:00Z"))
        let berlin = DateStyle("de_DE", timeZone: "Europe/Berlin")
        #expect(screen(item, style: berlin).dateText.contains("24. Dezember 2026"))
        #expect(screen(item, style: berlin).dateText.contains("19:30"))
        #expect(screen(item).dateText.contains("1:30"))
    }

    @Test("a place without a coordinate has no map")
    func hasNoMap() {
        let screen = screen(ToDoItem(title: "a", location: Location(name: "somewhere")))
        #expect(screen.map == nil && screen.placeText == "somewhere")
        #expect(screen.lines.map(\.label) == ["title", "place"])
    }

    @Test("an address that is the name of the place is shown once")
    func showsAddressOnce() {
        let screen = screen(ToDoItem(title: "a", location: Location(name: "Seoul", address: "Seoul")))
        #expect(screen.placeText == "Seoul" && screen.addressText == "")
        #expect(screen.lines.map(\.label) == ["title", "place"])
    }

    @Test("shows the number, and whether the to-do is done", arguments: [(false, "no"), (true, "yes")])
    func showsNumberAndDone(isDone: Bool, text: String) {
        let toDo = ToDo(number: 7, item: ToDoItem(title: "a"), isDone: isDone)
        let lines = ToDoDetailModel(ToDoDetail(toDo: toDo), style: .american).numberedLines
        #expect(lines.map(\.label) == ["number", "done", "title"] && lines.map(\.text) == ["7", text, "a"])
    }

    @Test("the centre of a town is marked beside the coordinate and on the map")
    func marksTownOnly() throws {
        var item = try ToDoItem.gig()
        item.location?.isTownOnly = true
        let map = try #require(screen(item).map)
        #expect(map.isTownOnly && map.note == "The map shows the town centre.")
        #expect(screen(item).lines.contains { $0 == ("coordinate", "37.5132° N, 127.1036° E (town centre)") })
        #expect(screen(try .gig()).map?.note == "")
    }

    @Test("an artist has a name, and unknown music its id")
    func namesSubject() throws {
        #expect(screen(ToDoItem(title: "a", subject: .artist("David Bowie"))).subjectText == "David Bowie")
        #expect(screen(try .gig()).subjectText == "music that is not in the library (1a2b3c4d5e)")
        #expect(screen(ToDoItem(title: "a")).subjectText == "")
    }

    private func screen(_ item: ToDoItem, style: DateStyle = .american) -> ToDoDetailModel {
        ToDoDetailModel(ToDoDetail(toDo: ToDo(number: 1, item: item)), style: style)
    }
}

extension DateStyle {
    static let american = DateStyle("en_US")

    init(_ locale: String, calendar: Calendar.Identifier = .gregorian, timeZone: String = "America/New_York") {
        self.init(
            locale: Locale(identifier: locale), calendar: Calendar(identifier: calendar),
            timeZone: TimeZone(identifier: timeZone) ?? .gmt)
    }
}

extension DueDate {
    static func day(_ text: String) throws -> DueDate { .day(try #require(Day(text))) }

    /// A moment by its ISO 8601 text.
    static func moment(_ text: String) throws -> DueDate {
        .moment(try #require(Moment(try Date(text, strategy: .iso8601))))
    }
}

extension Coordinate {
    static func at(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }
}

extension ToDoItem {
    /// A gig in a hall in Seoul on Christmas Eve.
    static func gig() throws -> ToDoItem {
        ToDoItem(
            title: "Carols", description: "Bring a friend.", timestamp: try .day("2026-12-24"),
            location: Location(
                name: "Lotte Concert Hall", address: "300 Olympic-ro", coordinate: try .at(37.5132, 127.1036)),
            subject: .music(MusicID(0x1A2B_3C4D_5E6F_7081)))
    }
}

extension ToDoInputModel {
    /// Creates an input for 2026-12-22, a Tuesday.
    init(
        title: String = "", description: String = "", date: String = "", place: String = "", address: String = "",
        style: DateStyle
    ) {
        guard let today = Day("2026-12-22") else { preconditionFailure("2026-12-22 is no day") }
        self.init(
            title: title, description: description, date: date, place: place, address: address, style: style,
            today: today)
    }
}
