import FermataDomain
import Testing

@Suite("A to-do item")
struct ToDoItemTests {
    private static let place = Coordinate(latitude: 64.150_27, longitude: -21.932_86)
    private static let gig = ToDoItem(
        title: "Hear Björk", description: "Bring the ticket", timestamp: Day("2026-12-24").map(Timestamp.day),
        location: Location(name: "Harpa", coordinate: place), subject: .artist("Björk"))
    private static let changes: [@Sendable (inout ToDoItem) -> Void] = [
        { $0.title += " " }, { $0.description = "" }, { $0.timestamp = nil },
        { $0.timestamp = Day("2026-12-25").map(Timestamp.day) },
        { $0.timestamp = Moment(seconds: 1_798_070_400).map(Timestamp.moment) },
        { $0.location?.name = "harpa" }, { $0.location = nil }, { $0.subject = nil }, { $0.subject = .artist("Bjork") },
        { $0.subject = .music(MusicID(1)) },
    ]

    @Test("a title is all that an item needs")
    func titleAlone() {
        let item = ToDoItem(title: "Hear Björk")
        #expect(item.description.isEmpty)
        #expect(item.timestamp == nil && item.location == nil && item.subject == nil)
        #expect(item == ToDoItem(title: "Hear Bjo\u{308}rk"))
    }

    @Test("items that say the same are equal, and others are not", arguments: changes.indices)
    func equality(change: Int) {
        var other = Self.gig
        #expect(other == Self.gig)
        Self.changes[change](&other)
        #expect(other != Self.gig)
        #expect(!other.isSaid(by: Self.gig) && !Self.gig.isSaid(by: other))
        #expect(!other.withoutCoordinate.isSaid(by: Self.gig))
    }

    @Test("coordinates tell items apart")
    func coordinates() {
        var other = Self.gig
        other.location?.coordinate = Coordinate(latitude: 64.150_270_1, longitude: -21.932_86)
        #expect(other != Self.gig && other.withoutCoordinate == Self.gig.withoutCoordinate)
        #expect(!other.isSaid(by: Self.gig) && !Self.gig.isSaid(by: other))
    }

    @Test("an item without its coordinate is said by one that knows it, and not the other way round")
    func isSaid() {
        let vague = Self.gig.withoutCoordinate
        #expect(vague != Self.gig && vague.location == Location(name: "Harpa"))
        #expect(vague.isSaid(by: Self.gig) && !Self.gig.isSaid(by: vague))
        #expect(vague.isSaid(by: vague) && Self.gig.isSaid(by: Self.gig))
        #expect(vague.withoutCoordinate == vague)
    }

    @Test("an item without a place is not said by one with a place")
    func nowhere() {
        var nowhere = Self.gig
        nowhere.location = nil
        #expect(nowhere.isSaid(by: nowhere) && nowhere.withoutCoordinate == nowhere)
        #expect(!nowhere.isSaid(by: Self.gig) && !nowhere.isSaid(by: Self.gig.withoutCoordinate))
    }

    @Test("a location has a name, and may lack the coordinate")
    func location() {
        #expect(Location(name: "Harpa").coordinate == nil)
        #expect(Location(name: "Harpa") != Location(name: "Harpa", coordinate: Self.place))
        #expect(Location(name: "Harpa", coordinate: Self.place) == Location(name: "Harpa", coordinate: Self.place))
    }

    @Test("a to-do is known by its number")
    func number() {
        #expect(ToDo(number: 7, item: Self.gig).id == 7 && !ToDo(number: 7, item: Self.gig).isDone)
    }
}
