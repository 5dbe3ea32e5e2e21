import FermataDomain
import FermataPresentation
import Testing

@Suite("The messages about an added to-do")
struct AddedToDoModelTests {
    private let seoul: Place

    init() throws {
        seoul = Place(name: "Seoul, South Korea", coordinate: try .at(37.566, 126.9784))
    }

    @Test("a to-do without an address has no message")
    func hasNoMessage() {
        #expect(messages(.added, .notRequested) == [])
    }

    @Test("a found address is shown by its full name")
    func namesFoundPlace() {
        #expect(messages(.added, .found(seoul, others: [])) == ["The address was found as Seoul, South Korea."])
    }

    @Test("a town is named as such, and only once")
    func namesTown() {
        let town = Place(name: seoul.name, coordinate: seoul.coordinate, isTownOnly: true)
        #expect(
            messages(.added, .found(town, others: [town])) == [
                "Only the town of this address was found (Seoul, South Korea). The map shows the town centre."
            ])
    }

    @Test("the other places with the same name are listed")
    func listsOtherPlaces() {
        #expect(
            messages(.added, .found(seoul, others: [Place(name: "Seoul, Elsewhere", coordinate: seoul.coordinate)]))
                == [
                    "The address was found as Seoul, South Korea. Other places with that name: Seoul, Elsewhere. "
                        + "If you mean one of them, add a region or a country to the address."
                ])
    }

    @Test("an address that was not found has a message")
    func reportsUnknownAddress() {
        #expect(
            messages(.added, .notFound) == [
                "Added without a coordinate: no place was found for “Nowhere 7”. "
                    + "Correct the address, for example with a town and a country."
            ])
    }

    @Test("on the command line, the command that corrects the address is named")
    func namesCommand() {
        let other = Place(name: "Seoul, Elsewhere", coordinate: seoul.coordinate)
        #expect(
            model(.added, .found(seoul, others: [other])).commandLineMessages[0].hasSuffix(
                "If you mean one of them, run: fermata todo edit 7 --address …"))
        #expect(
            model(.existing, .notFound).commandLineMessages == [
                "It is already on the list, as number 7.",
                "Added without a coordinate: no place was found for “Nowhere 7”. "
                    + "Correct it with: fermata todo edit 7 --address …",
            ])
    }

    @Test("an unreachable geocoder has a message with the next step")
    func reportsUnreachableGeocoder() {
        let failure = SourceFailure(.connectionFailed, address: "http://geo.example")
        #expect(
            messages(.added, .failed(failure)) == [
                "Added without a coordinate: cannot look up “Nowhere 7”, "
                    + "the connection failed. Add it again later to complete it."
            ])
    }

    @Test("an existing to-do is named by its number")
    func namesExistingToDo() {
        #expect(messages(.existing, .notRequested) == ["It is already on the list, as number 7."])
        #expect(
            messages(.existing, .notRequested, isDone: true) == ["It is already on the list, done, as number 7."])
        #expect(
            messages(.enriched, .notRequested) == [
                "It was already on the list as number 7, and is now complete."
            ])
    }

    @Test("only an added to-do is new")
    func marksOnlyAddedAsNew() {
        #expect(model(.added, .notRequested).isNew)
        #expect(!model(.existing, .notRequested).isNew && !model(.enriched, .notRequested).isNew)
    }

    @Test("only an address without a coordinate lacks one")
    func lacksCoordinate() {
        let failure = SourceFailure(.connectionFailed, address: "a")
        #expect(model(.added, .notFound).lacksCoordinate && model(.existing, .failed(failure)).lacksCoordinate)
        #expect(!model(.existing, .notFound, at: seoul.coordinate).lacksCoordinate)
        #expect(!model(.added, .notRequested).lacksCoordinate)
        #expect(!model(.added, .found(seoul, others: []), at: seoul.coordinate).lacksCoordinate)
    }

    @Test("an existing to-do with a coordinate has no message about it")
    func omitsKnownCoordinate() {
        let failure = SourceFailure(.connectionFailed, address: "a")
        #expect(messages(.existing, .failed(failure), at: seoul.coordinate).count == 1)
        #expect(messages(.existing, .notFound, at: seoul.coordinate).count == 1)
    }

    private func messages(
        _ kind: ToDoAddition.Kind, _ geocoding: GeocodingResult, isDone: Bool = false, at coordinate: Coordinate? = nil
    ) -> [String] {
        model(kind, geocoding, isDone: isDone, at: coordinate).messages
    }

    private func model(
        _ kind: ToDoAddition.Kind, _ geocoding: GeocodingResult, isDone: Bool = false, at coordinate: Coordinate? = nil
    ) -> SavedToDoModel {
        let item = ToDoItem(title: "a", location: Location(name: "b", coordinate: coordinate))
        let addition = ToDoAddition(kind, ToDo(number: 7, item: item, isDone: isDone))
        return SavedToDoModel(
            AddedToDo(addition: addition, address: "Nowhere\n7", geocoding: geocoding), style: .american, for: .user)
    }
}

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

    @Test("an unchanged address has no message, and a new one says what was found")
    func reportsGeocoding() throws {
        let seoul = Place(name: "Seoul, South Korea", coordinate: try .at(37.566, 126.9784))
        #expect(model(.notRequested).messages == [] && model(.notRequested).row.number == 7)
        #expect(model(.found(seoul, others: [])).messages == ["The address was found as Seoul, South Korea."])
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

    private func model(_ geocoding: GeocodingResult, _ other: ToDo? = nil) -> SavedToDoModel {
        SavedToDoModel(EditedToDo(toDo: other ?? toDo, geocoding: geocoding), style: .american, for: .user)
    }
}
