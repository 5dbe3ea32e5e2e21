import FermataDomain
import Testing

@Suite("To-do item")
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

    @Test("needs only a title")
    func needsTitleOnly() {
        let item = ToDoItem(title: "Hear Björk")
        #expect(item.description.isEmpty)
        #expect(item.timestamp == nil && item.location == nil && item.subject == nil)
        #expect(item == ToDoItem(title: "Hear Bjo\u{308}rk"))
    }

    @Test("is equal to items with the same values only", arguments: changes.indices)
    func comparesAllValues(change: Int) {
        var other = Self.gig
        #expect(other == Self.gig)
        Self.changes[change](&other)
        #expect(other != Self.gig)
        #expect(!other.isIncluded(in: Self.gig) && !Self.gig.isIncluded(in: other))
        #expect(!other.withoutCoordinate.isIncluded(in: Self.gig))
    }

    @Test("differs from items with another coordinate")
    func distinguishesCoordinates() {
        var other = Self.gig
        other.location?.coordinate = Coordinate(latitude: 64.150_270_1, longitude: -21.932_86)
        #expect(other != Self.gig && other.withoutCoordinate == Self.gig.withoutCoordinate)
        #expect(!other.isIncluded(in: Self.gig) && !Self.gig.isIncluded(in: other))
    }

    @Test("is included in the same item with a coordinate, not the reverse")
    func isIncludedInCompletedItem() {
        let vague = Self.gig.withoutCoordinate
        #expect(vague != Self.gig && vague.location == Location(name: "Harpa"))
        #expect(vague.isIncluded(in: Self.gig) && !Self.gig.isIncluded(in: vague))
        #expect(vague.isIncluded(in: vague) && Self.gig.isIncluded(in: Self.gig))
        #expect(vague.withoutCoordinate == vague)
    }

    @Test("without a place is not included in an item with one")
    func withoutPlaceIsNotIncluded() {
        var nowhere = Self.gig
        nowhere.location = nil
        #expect(nowhere.isIncluded(in: nowhere) && nowhere.withoutCoordinate == nowhere)
        #expect(!nowhere.isIncluded(in: Self.gig) && !nowhere.isIncluded(in: Self.gig.withoutCoordinate))
    }

    @Test("has a location with a name and an optional coordinate")
    func locationNeedsName() {
        #expect(Location(name: "Harpa").coordinate == nil)
        #expect(Location(name: "Harpa") != Location(name: "Harpa", coordinate: Self.place))
        #expect(Location(name: "Harpa", coordinate: Self.place) == Location(name: "Harpa", coordinate: Self.place))
    }

    @Test("is identified by its number")
    func isIdentifiedByNumber() {
        #expect(ToDo(number: 7, item: Self.gig).id == 7 && !ToDo(number: 7, item: Self.gig).isDone)
    }
}
