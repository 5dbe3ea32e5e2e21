import FermataDomain
import FermataPresentation
import Testing

@Suite("Changes of a to-do")
struct EditedToDoModelTests {
    private let toDo: ToDo

    init() throws {
        var item = try ToDoItem.gig()
        item.description = "One\nTwo"
        item.timestamp = try .moment("2026-12-25T00:30:59Z")
        toDo = ToDo(number: 7, item: item)
    }

    private var input: ToDoInputModel { ToDoInputModel(editing: toDo, style: .american, today: Day("2026-12-22")) }

    @Test("the form has the values of the to-do, and saving it unchanged changes nothing")
    func showsValues() throws {
        #expect([input.title, input.description, input.date] == ["Carols", "One\nTwo", "12/24/2026, 7:30 PM"])
        #expect([input.place, input.address] == ["Lotte Concert Hall", "300 Olympic-ro"])
        #expect(!input.isChanged && input.firstProblem == nil)
        #expect(try input.edit() == ToDoEdit())
    }

    @Test("only changed values are saved, and a blank one clears")
    func savesChangedValues() throws {
        let changes: [(WritableKeyPath<ToDoInputModel, String>, String, ToDoEdit)] = [
            (\.title, " Gig ", ToDoEdit(title: "Gig")), (\.description, "", ToDoEdit(description: "")),
            (\.date, "tomorrow", ToDoEdit(timestamp: .some(try .day("2026-12-23")))),
            (\.date, " ", ToDoEdit(timestamp: .some(nil))), (\.place, "", ToDoEdit(place: "")),
            (\.address, " Seoul", ToDoEdit(address: "Seoul")),
        ]
        for (path, text, edit) in changes {
            var changed = input
            changed[keyPath: path] = text
            #expect(changed.isChanged)
            #expect(try changed.edit() == edit, "\(text)")
        }
        #expect(try input.edit(about: .some(nil)) == ToDoEdit(subject: .some(nil)))
    }

    @Test("an invalid value is refused")
    func refusesInvalidValue() {
        var changed = input
        changed.title = " "
        #expect(throws: ToDoInputProblem(field: .title, text: "A to-do needs a title.")) { try changed.edit() }
        changed = input
        changed.date = "someday"
        #expect(throws: ToDoInputProblem.self) { try changed.edit() }
    }

    @Test("a new input is changed by any text")
    func isChangedByText() {
        var input = ToDoInputModel(style: .american)
        #expect(!input.isChanged)
        input.place = "Hall"
        #expect(input.isChanged)
    }

    @Test("messages say what was found at the new address")
    func reportsGeocoding() throws {
        let seoul = Place(name: "Seoul, South Korea", coordinate: try .at(37.566, 126.9784))
        #expect(model(.notRequested).messages == [] && model(.notRequested).row.number == 7)
        #expect(model(.found(seoul, others: [])).messages == ["The address was found as Seoul, South Korea."])
        let other = Place(name: "Seoul, Elsewhere", coordinate: seoul.coordinate)
        #expect(
            model(.found(seoul, others: [other])).messages == [
                "The address was found as Seoul, South Korea. Other places with that name: Seoul, Elsewhere. "
                    + "If you mean one of them, add a region or a country to the address."
            ])
        #expect(
            model(.found(seoul, others: [other])).commandLineMessages[0].hasSuffix(
                "If you mean one of them, run: fermata todo edit 7 --address …"))
    }

    @Test("messages say why a new address has no coordinate")
    func reportsMissingCoordinate() {
        let failure = SourceFailure(.connectionFailed, address: "http://geo.example")
        var vague = toDo
        vague.item.location?.coordinate = nil
        #expect(
            model(.notFound, vague).messages == [
                "Saved without a coordinate: no place was found for “300 Olympic-ro”. "
                    + "Correct the address, for example with a town and a country."
            ])
        #expect(
            model(.failed(failure), vague).messages == [
                "Saved without a coordinate: cannot look up “300 Olympic-ro”, the connection failed. "
                    + "Clear the address and enter it again later to complete it."
            ])
        #expect(model(.notFound, vague).lacksCoordinate && !model(.notRequested, vague).lacksCoordinate)
    }

    private func model(_ geocoding: GeocodingResult, _ other: ToDo? = nil) -> EditedToDoModel {
        EditedToDoModel(EditedToDo(toDo: other ?? toDo, geocoding: geocoding), style: .american, for: .user)
    }
}
