import FermataContracts
import FermataDomain
import Testing

@Suite("Editing a to-do")
struct EditToDoUsecaseTests {
    private let harpa: Place
    private let gig: ToDoItem
    private let toDos: InMemoryToDoRepository

    init() throws {
        harpa = Place(
            name: "Harpa, Reykjavík, Iceland",
            coordinate: try #require(Coordinate(latitude: 64.150_27, longitude: -21.932_86)), isTownOnly: true)
        gig = ToDoItem(
            title: "Hear Björk", description: "Bring the ticket", timestamp: Day("2026-12-24").map(DueDate.day),
            location: Location(
                name: "Hall", address: "Hall Street 1", coordinate: Coordinate(latitude: 1, longitude: 2)),
            subject: .artist("Björk"))
        toDos = InMemoryToDoRepository([ToDo(number: 7, item: gig, isDone: true)])
    }

    @Test("changes only the given values and keeps number and section")
    func changesGivenValues() async throws {
        let day = Day("2027-01-02").map(DueDate.day)
        let steps: [(ToDoEdit, (inout ToDoItem) -> Void)] = [
            (ToDoEdit(), { _ in }), (ToDoEdit(title: "Gig"), { $0.title = "Gig" }),
            (ToDoEdit(description: ""), { $0.description = "" }),
            (ToDoEdit(timestamp: .some(day)), { $0.timestamp = day }),
            (ToDoEdit(timestamp: .some(nil)), { $0.timestamp = nil }),
            (ToDoEdit(place: "Harpa"), { $0.location?.name = "Harpa" }),
            (ToDoEdit(place: " "), { $0.location?.name = "Hall Street 1" }),
            (ToDoEdit(address: "Hall Street 1"), { _ in }),
            (ToDoEdit(address: ""), { $0.location = nil }), (ToDoEdit(place: ""), { _ in }),
            (ToDoEdit(place: "Home"), { $0.location = Location(name: "Home") }),
            (ToDoEdit(subject: .some(.music(MusicID(1)))), { $0.subject = .music(MusicID(1)) }),
            (ToDoEdit(subject: .some(nil)), { $0.subject = nil }),
        ]
        var expected = gig
        let geocoder = GeocoderStub([harpa])
        for (edit, change) in steps {
            change(&expected)
            let edited = try await usecase(geocoder).execute(7, edit)
            #expect(edited == EditedToDo(toDo: ToDo(number: 7, item: expected, isDone: true), geocoding: .notRequested))
        }
        #expect(geocoder.messages == [])
    }

    @Test("looks up a changed address and stores its coordinate")
    func geocodesChangedAddress() async throws {
        let geocoder = GeocoderStub([harpa])
        let edited = try await usecase(geocoder).execute(7, ToDoEdit(address: "Austurbakki 2"))
        let location = Location(
            name: "Hall", address: "Austurbakki 2", coordinate: harpa.coordinate, isTownOnly: true)
        #expect(edited.toDo.item.location == location && edited.geocoding == .found(harpa, others: []))
        #expect(geocoder.messages == [.places("Austurbakki 2", limit: 5)])
        #expect(toDos.messages == [.find(7, .all), .update(7, .all)])
    }

    @Test("a new address names the place that the former address named")
    func addressNamesPlace() async throws {
        let item = ToDoItem(title: "a", location: Location(name: "Street 1", address: "Street 1"))
        let toDos = InMemoryToDoRepository([ToDo(number: 1, item: item)])
        let usecase = EditToDoUsecase(toDos: toDos, geocoder: GeocoderStub([harpa]), listener: .anyone)
        let edited = try await usecase.execute(1, ToDoEdit(address: "Austurbakki 2"))
        #expect(edited.toDo.item.location?.name == "Austurbakki 2")
        let cleared = try await usecase.execute(1, ToDoEdit(address: ""))
        #expect(cleared.toDo.item.location == nil && cleared.geocoding == .notRequested)
    }

    @Test("stores an address that is unknown or cannot be looked up without a coordinate")
    func storesUnknownAddress() async throws {
        let failure = SourceFailure(.connectionFailed, address: "https://example.org")
        for (geocoder, result) in [
            (GeocoderStub([]), GeocodingResult.notFound), (GeocoderStub(error: failure), .failed(failure)),
        ] {
            let edited = try await usecase(geocoder).execute(7, ToDoEdit(address: "\(result)"))
            #expect(edited.geocoding == result)
            #expect(edited.toDo.item.location == Location(name: "Hall", address: "\(result)"))
        }
    }

    @Test("throws for a blank title and an unknown number before the lookup")
    func throwsBeforeLookup() async throws {
        let geocoder = GeocoderStub([harpa])
        await #expect(throws: ToDoError.blankTitle) {
            try await usecase(geocoder).execute(7, ToDoEdit(title: "\t", address: "Austurbakki 2"))
        }
        await #expect(throws: ToDoError.notFound(8)) {
            try await usecase(geocoder).execute(8, ToDoEdit(address: "Austurbakki 2"))
        }
        #expect(geocoder.messages == [] && toDos.messages == [.find(8, .all)])
    }

    @Test("does not change a to-do about music that the listener may not see")
    func leavesHiddenToDo() async throws {
        let music = Music(id: MusicID(3), title: "99 Problems", explicit: .explicit)
        let toDos = InMemoryToDoRepository(music: MusicRepositoryStub([music]))
        let item = ToDoItem(title: "Listen", subject: .music(music.id))
        try await toDos.add(item)
        let usecase = EditToDoUsecase(toDos: toDos, geocoder: GeocoderStub(), listener: Listener(age: 12))
        await #expect(throws: ToDoError.notFound(1)) { try await usecase.execute(1, ToDoEdit(title: "Hear")) }
        #expect(try await toDos.all().map(\.item) == [item])
    }

    private func usecase(_ geocoder: GeocoderStub) -> EditToDoUsecase {
        EditToDoUsecase(toDos: toDos, geocoder: geocoder, listener: .anyone)
    }
}
