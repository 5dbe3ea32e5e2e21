import FermataDomain
import Testing

@Suite("To-do item")
struct ToDoItemTests {
    private static let place = Coordinate(latitude: 64.150_27, longitude: -21.932_86)
    private static let gig = ToDoItem(
        title: "Hear Björk", description: "Bring the ticket", timestamp: Day("2026-12-24").map(DueDate.day),
        location: Location(name: "Harpa", coordinate: place), subject: .artist("Björk"))
    private static let changes: [@Sendable (inout ToDoItem) -> Void] = [
        { $0.title += " " }, { $0.description = "" }, { $0.timestamp = nil },
        { $0.timestamp = Day("2026-12-25").map(DueDate.day) },
        { $0.timestamp = Moment(seconds: 1_798_070_400).map(DueDate.moment) },
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
        #expect(other.merging(Self.gig) == nil && Self.gig.merging(other) == nil)
        #expect(Self.with(&other) { $0.coordinate = nil }.merging(Self.gig) == nil)
    }

    @Test("differs from items with another coordinate, or another address there")
    func distinguishesPlaces() {
        let gig = Self.with { $0.address = "Austurbakki 2" }
        let others = [
            Self.with { $0.coordinate = Coordinate(latitude: 64.150_270_1, longitude: -21.932_86) },
            Self.with { $0.address = "Austurbakki 3" },
        ]
        for other in others {
            #expect(other != gig && other.merging(gig) == nil && gig.merging(other) == nil)
        }
    }

    @Test("is completed with the address and coordinate that only the other item has")
    func isCompleted() {
        let complete = Self.with { ($0.address, $0.isTownOnly) = ("Austurbakki 2", true) }
        let vague = Self.with { $0.coordinate = nil }
        for item in [vague, Self.gig, Self.with { $0.address = "Austurbakki 2" }, complete] {
            #expect(item.merging(complete) == complete)
            #expect(complete.merging(item) == complete)
            #expect(item.merging(item) == item)
        }
        let addressed = Self.with { ($0.address, $0.coordinate) = ("Austurbakki 2", nil) }
        #expect(vague.merging(addressed) == addressed && addressed.merging(vague) == addressed)
        #expect(Self.gig.merging(addressed) == Self.with { $0.address = "Austurbakki 2" })
    }

    @Test("an address with a coordinate replaces one without, and not the reverse")
    func replacesUnknownAddress() {
        let unknown = Self.with { ($0.address, $0.coordinate) = ("Nowhere 7", nil) }
        let known = Self.with { $0.address = "Austurbakki 2" }
        #expect(unknown.merging(known) == known && known.merging(unknown) == known)
        #expect(unknown.merging(Self.gig) == Self.with { $0.address = "Nowhere 7" })
        let other = Self.with { ($0.address, $0.coordinate) = ("Nowhere 8", nil) }
        #expect(unknown.merging(other) == unknown)
    }

    @Test("without a place does not complete an item with one, and not the reverse")
    func withoutPlaceIsNotCompleted() {
        var nowhere = Self.gig
        nowhere.location = nil
        #expect(nowhere.merging(nowhere) == nowhere)
        for item in [Self.gig, Self.with { $0.coordinate = nil }] {
            #expect(nowhere.merging(item) == nil && item.merging(nowhere) == nil)
        }
    }

    @Test("has a location with a name and an optional coordinate")
    func locationNeedsName() {
        #expect(Location(name: "Harpa").coordinate == nil && Location(name: "Harpa").address == nil)
        #expect(!Location(name: "Harpa", coordinate: Self.place).isTownOnly)
        #expect(Location(name: "Harpa") != Location(name: "Harpa", coordinate: Self.place))
        #expect(Location(name: "Harpa", coordinate: Self.place) == Location(name: "Harpa", coordinate: Self.place))
    }

    @Test("is identified by its number")
    func isIdentifiedByNumber() {
        #expect(ToDo(number: 7, item: Self.gig).id == 7 && !ToDo(number: 7, item: Self.gig).isDone)
    }

    /// The gig with a changed location.
    private static func with(_ change: (inout Location) -> Void) -> ToDoItem {
        var item = gig
        return with(&item, change)
    }

    private static func with(_ item: inout ToDoItem, _ change: (inout Location) -> Void) -> ToDoItem {
        if var location = item.location {
            change(&location)
            item.location = location
        }
        return item
    }
}
