import FermataContracts
import FermataDomain
import Testing

@Suite("Adding a to-do")
struct AddToDoUsecaseTests {
    private static let failures: [SourceFailureCause] = [
        .connectionFailed, .status(404), .status(429, retryAfter: .seconds(3)), .status(429), .content(.empty),
    ]
    private let toDos = InMemoryToDoRepository()
    private let place: Place

    init() throws {
        place = Place(
            name: "Harpa, Reykjavík, Iceland",
            coordinate: try #require(Coordinate(latitude: 64.150_27, longitude: -21.932_86)))
    }

    @Test("stores title, description, date, place and subject as entered")
    func storesEnteredValues() async throws {
        let day = Day("2026-12-24").map(DueDate.day)
        let draft = ToDoDraft(
            title: " Hear\u{0} Björk ", description: "\tBring the ticket\n", timestamp: day, place: " Harpa ",
            address: "Austurbakki 2", subject: .artist("Björk"))
        let added = try await usecase(GeocoderStub([place])).execute(draft)
        let item = ToDoItem(
            title: " Hear\u{0} Björk ", description: "\tBring the ticket\n", timestamp: day,
            location: Location(name: " Harpa ", address: "Austurbakki 2", coordinate: place.coordinate),
            subject: .artist("Björk"))
        #expect(added.addition == ToDoAddition(.added, ToDo(number: 1, item: item)))
        #expect(toDos.messages == [.add([ToDoEntry(item: item)], isUndoable: true)])
    }

    @Test(
        "throws for a blank title before the lookup",
        arguments: [
            "", " ", "\t", "\n", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}",
            "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}", " \u{3000}\t\u{A0}\r\n ",
        ])
    func throwsForBlankTitle(title: String) async throws {
        let geocoder = GeocoderStub([place])
        await #expect(throws: ToDoError.blankTitle) {
            try await usecase(geocoder).execute(ToDoDraft(title: title, place: "Harpa", address: "Austurbakki 2"))
        }
        #expect(geocoder.messages == [] && toDos.messages == [])
    }

    @Test("stores a coordinate as an address without a lookup", arguments: ["37.5665,126.9780", "geo:37.5665,126.978"])
    func storesCoordinate(address: String) async throws {
        let geocoder = GeocoderStub([place])
        let added = try await usecase(geocoder).execute(ToDoDraft(title: "Gig", address: address))
        let coordinate = Coordinate(latitude: 37.5665, longitude: 126.978)
        #expect(added.geocoding.place?.coordinate == coordinate && added.geocoding.place?.isTownOnly == false)
        #expect(added.addition.toDo.item.location?.coordinate == coordinate)
        #expect(geocoder.messages == [])
    }

    @Test("stores the address and its coordinate")
    func geocodesAddress() async throws {
        let geocoder = GeocoderStub([place])
        let added = try await usecase(geocoder).execute(
            ToDoDraft(title: "Gig", place: "Harpa", address: "Austurbakki 2"))
        #expect(added.geocoding == .found(place, others: []) && added.geocoding.place == place)
        #expect(
            added.addition.toDo.item.location
                == Location(
                    name: "Harpa", address: "Austurbakki 2", coordinate: place.coordinate))
        #expect(geocoder.messages == [.places("Austurbakki 2", limit: 5)])
    }

    @Test("stores no location without an address", arguments: ["", " ", "\t\n\u{3000}"])
    func noAddressHasNoLocation(blank: String) async throws {
        let geocoder = GeocoderStub([place])
        let added = try await usecase(geocoder).execute(ToDoDraft(title: "Gig", place: blank, address: blank))
        #expect(added.geocoding == .notRequested && added.geocoding.place == nil)
        #expect(added.addition.toDo.item.location == nil)
        #expect(geocoder.messages == [])
    }

    @Test("stores a place without an address without a coordinate")
    func placeWithoutAddress() async throws {
        let geocoder = GeocoderStub([place])
        let added = try await usecase(geocoder).execute(ToDoDraft(title: "Gig", place: "Harpa", address: " "))
        #expect(added.geocoding == .notRequested)
        #expect(added.addition.toDo.item.location == Location(name: "Harpa"))
        #expect(geocoder.messages == [])
    }

    @Test("uses the address as the name of the place", arguments: ["", " \n"])
    func addressNamesPlace(blank: String) async throws {
        let draft = ToDoDraft(title: "Gig", place: blank, address: "Austurbakki 2")
        let added = try await usecase(GeocoderStub([place])).execute(draft)
        #expect(
            added.addition.toDo.item.location
                == Location(
                    name: "Austurbakki 2", address: "Austurbakki 2", coordinate: place.coordinate))
    }

    @Test("stores an unknown address without a coordinate")
    func storesUnknownAddress() async throws {
        let added = try await usecase(GeocoderStub([])).execute(
            ToDoDraft(title: "Gig", place: "Harpa", address: "Nowhere 7"))
        #expect(added.geocoding == .notFound && added.geocoding.place == nil)
        #expect(added.addition.kind == .added && added.address == "Nowhere 7")
        #expect(
            added.addition.toDo.item == ToDoItem(title: "Gig", location: Location(name: "Harpa", address: "Nowhere 7")))
        let nameless = try await usecase(GeocoderStub([])).execute(ToDoDraft(title: "Gig", address: "Nowhere 7"))
        #expect(nameless.addition.toDo.item.location == Location(name: "Nowhere 7", address: "Nowhere 7"))
    }

    @Test("stores the item without a coordinate if the geocoder fails", arguments: failures)
    func storesItemIfGeocoderFails(cause: SourceFailureCause) async throws {
        let failure = SourceFailure(cause, address: "https://example.org")
        let added = try await usecase(GeocoderStub(error: failure)).execute(
            ToDoDraft(title: "Gig", place: "Harpa", address: "Austurbakki 2"))
        #expect(added.geocoding == .failed(failure) && added.geocoding.place == nil)
        let location = Location(name: "Harpa", address: "Austurbakki 2")
        #expect(added.addition.toDo.item == ToDoItem(title: "Gig", location: location))
    }

    @Test("stores whether only the town of the address was found", arguments: [true, false])
    func storesPrecision(isTownOnly: Bool) async throws {
        let town = Place(name: "Reykjavík, Iceland", coordinate: place.coordinate, isTownOnly: isTownOnly)
        let added = try await usecase(GeocoderStub([town])).execute(
            ToDoDraft(title: "Gig", place: "Harpa", address: "Austurbakki 2"))
        #expect(added.addition.toDo.item.location?.isTownOnly == isTownOnly)
    }

    @Test("rethrows any other error and adds nothing")
    func rethrowsOtherErrors() async throws {
        let draft = ToDoDraft(title: "Gig", address: "Austurbakki 2")
        let busy = LibraryError.busy(path: "library")
        await #expect(throws: busy) { try await usecase(GeocoderStub(error: busy)).execute(draft) }
        await #expect(throws: CancellationError.self) {
            try await usecase(GeocoderStub(error: CancellationError())).execute(draft)
        }
        #expect(toDos.messages == [])
        let full = LibraryError.cannotWrite(path: "library", .full)
        let failing = AddToDoUsecase(toDos: InMemoryToDoRepository(addingError: full), geocoder: GeocoderStub([place]))
        await #expect(throws: full) { try await failing.execute(draft) }
    }

    @Test("chooses the first of many places and returns four others")
    func choosesFirstOfFivePlaces() async throws {
        let places = try (0..<50).map { number in
            Place(name: "\(number)", coordinate: try #require(Coordinate(latitude: Double(number), longitude: 0)))
        }
        let added = try await usecase(GeocoderStub(places)).execute(ToDoDraft(title: "Gig", address: "Springfield"))
        #expect(added.geocoding == .found(places[0], others: Array(places[1..<5])))
        #expect(added.addition.toDo.item.location?.coordinate == places[0].coordinate)
    }

    @Test("does not add an equal item again")
    func addsEqualItemOnce() async throws {
        let toDos = InMemoryToDoRepository()
        let draft = ToDoDraft(title: "Gig", place: "Harpa", address: "Austurbakki 2")
        var kinds: [ToDoAddition.Kind] = []
        for geocoder in [GeocoderStub([]), GeocoderStub([place]), GeocoderStub([place]), GeocoderStub([])] {
            kinds.append(try await AddToDoUsecase(toDos: toDos, geocoder: geocoder).execute(draft).addition.kind)
        }
        #expect(kinds == [.added, .enriched, .existing, .existing])
        let location = Location(name: "Harpa", address: "Austurbakki 2", coordinate: place.coordinate)
        let item = ToDoItem(title: "Gig", location: location)
        #expect(try await toDos.all() == [ToDo(number: 1, item: item)])
    }

    private func usecase(_ geocoder: GeocoderStub) -> AddToDoUsecase {
        AddToDoUsecase(toDos: toDos, geocoder: geocoder)
    }
}
