import FermataDomain
import FermataPresentation
import Testing

@Suite("What is told of a to-do that was put in")
struct AddedToDoModelTests {
    private let seoul: Place

    init() throws {
        seoul = Place(name: "Seoul, South Korea", coordinate: try .at(37.566, 126.9784))
    }

    @Test("a to-do without an address is added without a word")
    func plain() {
        #expect(messages(.added, .notAsked) == [])
    }

    @Test("an address that was found is told by its full name")
    func found() {
        #expect(messages(.added, .found(seoul, others: [])) == ["The address is taken for Seoul, South Korea."])
    }

    @Test("a town is told as a town, and not twice")
    func town() {
        let town = Place(name: seoul.name, coordinate: seoul.coordinate, isTown: true)
        #expect(
            messages(.added, .found(town, others: [town])) == [
                "The address is taken for its town, Seoul, South Korea: the map shows the middle of it."
            ])
    }

    @Test("of several places the likeliest is taken, and the others told")
    func several() {
        #expect(
            messages(.added, .found(seoul, others: [Place(name: "Seoul, Elsewhere", coordinate: seoul.coordinate)]))
                == [
                    "The address is taken for Seoul, South Korea. Other places of that name: Seoul, Elsewhere. "
                        + "If one of them is meant, remove this to-do, and add it with a region or a country."
                ])
    }

    @Test("an address that is not found: a clear message")
    func notFound() {
        #expect(
            messages(.added, .notFound) == [
                "Added without a coordinate: no place was found for “Nowhere 7”."
            ])
    }

    @Test("a geocoder that cannot be reached is told, and what to do next")
    func unreachable() {
        let failure = SourceFailure(.connectionFailed, address: "http://geo.example")
        #expect(
            messages(.added, .failed(failure)) == [
                "Added without a coordinate: cannot look up “Nowhere 7” at http://geo.example, "
                    + "the connection failed. Add it again later to complete it."
            ])
    }

    @Test("an item that is already there is told by its number")
    func alreadyThere() {
        #expect(messages(.alreadyThere, .notAsked) == ["It is on the list already, as number 7."])
        #expect(messages(.alreadyThere, .notAsked, isDone: true) == ["It is on the list already, done, as number 7."])
        #expect(
            messages(.completed, .notAsked) == [
                "It was on the list already, as number 7, and has its coordinate now."
            ])
    }

    @Test("only what was added is new")
    func new() {
        #expect(model(.added, .notAsked).isNew)
        #expect(!model(.alreadyThere, .notAsked).isNew && !model(.completed, .notAsked).isNew)
    }

    @Test("only an address for which no coordinate is known leaves something to be completed")
    func lacking() {
        let failure = SourceFailure(.connectionFailed, address: "a")
        #expect(model(.added, .notFound).lacksCoordinate && model(.alreadyThere, .failed(failure)).lacksCoordinate)
        #expect(!model(.alreadyThere, .notFound, at: seoul.coordinate).lacksCoordinate)
        #expect(!model(.added, .notAsked).lacksCoordinate)
        #expect(!model(.added, .found(seoul, others: []), at: seoul.coordinate).lacksCoordinate)
    }

    @Test("one that has its coordinate already is not said to be without")
    func known() {
        let failure = SourceFailure(.connectionFailed, address: "a")
        #expect(messages(.alreadyThere, .failed(failure), at: seoul.coordinate).count == 1)
        #expect(messages(.alreadyThere, .notFound, at: seoul.coordinate).count == 1)
    }

    private func messages(
        _ kind: ToDoAddition.Kind, _ geocoding: Geocoding, isDone: Bool = false, at coordinate: Coordinate? = nil
    ) -> [String] {
        model(kind, geocoding, isDone: isDone, at: coordinate).messages
    }

    private func model(
        _ kind: ToDoAddition.Kind, _ geocoding: Geocoding, isDone: Bool = false, at coordinate: Coordinate? = nil
    ) -> AddedToDoModel {
        let item = ToDoItem(title: "a", location: Location(name: "b", coordinate: coordinate))
        let addition = ToDoAddition(kind, ToDo(number: 7, item: item, isDone: isDone))
        return AddedToDoModel(
            AddedToDo(addition: addition, address: "Nowhere\n7", geocoding: geocoding), style: .american)
    }
}
