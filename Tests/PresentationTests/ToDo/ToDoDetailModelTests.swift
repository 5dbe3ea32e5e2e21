import FermataDomain
import FermataPresentation
import Testing

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
