import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The list of to-dos")
struct ToDoListDataSourceTests {
    private let list: InMemoryToDoRepository
    private let music = Music(id: MusicID(7), title: "99 Problems", artist: "JAY-Z", explicit: .explicit)
    private let seoul: Place

    init() throws {
        list = InMemoryToDoRepository(music: MusicRepositoryStub([music]))
        seoul = Place(name: "Seoul, South Korea", coordinate: try .at(37.566, 126.9784))
    }

    @Test("the list has two sections, To-do and Done")
    func listsSections() async throws {
        let source = source()
        try await add(["Buy Low", "Hear Heroes", "See Björk"], to: source)
        _ = try await source.setDone(true, of: [2])
        #expect(try await shown(source) == ["To-do: Buy Low", "To-do: See Björk", "Done: Hear Heroes"])
        #expect(try await shown(source, .done) == ["Done: Hear Heroes"])
        #expect(try await source.count(.toDo) == 2)
        #expect(try await source.count(.done) == 1)
    }

    @Test("the action moves a row to the other section and back")
    func movesRow() async throws {
        let source = source()
        try await add(["Buy Low"], to: source)
        let done = try await source.setDone(true, of: [1])
        #expect(done.map(\.title) == [StyledText("Buy Low", isStruckThrough: true)])
        #expect(done.map(\.actionTitle) == ["Uncheck"])
        let open = try await source.setDone(false, of: [1])
        #expect(open.map(\.title) == [StyledText("Buy Low")] && open.map(\.actionTitle) == ["Check"])
    }

    @Test("an added to-do has the coordinate of its address and a map")
    func addsWithCoordinate() async throws {
        let source = source(geocoder: GeocoderStub([seoul]))
        var input = source.input
        (input.title, input.date, input.place, input.address) = ("Carols", "12/24/2026", "Hall", "Songpa-gu, Seoul")
        let added = try await source.add(input)
        #expect(added.row.dateText == "12/24/2026")
        #expect(added.messages == ["The address was found as Seoul, South Korea."])
        #expect(try await source.detail(1).map == MapModel(centre: seoul.coordinate, name: "Hall"))
    }

    @Test("a web client sees that a lookup failed, without text of the server")
    func hidesForeignText() async throws {
        let failure = SourceFailure(.redirect(.unsupportedScheme("nas-7")), address: "http://geo.example")
        let geocoder = GeocoderStub(error: failure)
        let (web, user) = (source(geocoder: geocoder, audience: .webClient), source(geocoder: geocoder))
        let input = ToDoInputModel(title: "a", address: "Seoul", style: .american)
        #expect(
            try await web.add(input).messages == [
                "Added without a coordinate: cannot look up “Seoul”, the server redirects to an invalid address. "
                    + "Add it again later to complete it."
            ])
        var edited = try await web.input(of: 1)
        edited.address = "Busan"
        #expect(
            try await web.edit(1, edited).messages == [
                "Saved without a coordinate: cannot look up “Busan”, the server redirects to an invalid address. "
                    + "Clear the address and enter it again later to complete it."
            ])
        #expect(
            try await user.add(ToDoInputModel(title: "b", address: "Seoul", style: .american)).messages == [
                "Added without a coordinate: cannot look up “Seoul”, "
                    + "the server redirects to “nas-7:”, which is not supported. Add it again later to complete it."
            ])
    }

    @Test("invalid input is refused before the geocoder is asked")
    func refusesInvalidInput() async throws {
        let geocoder = GeocoderStub([seoul])
        let source = source(geocoder: geocoder)
        let input = ToDoInputModel(title: "a", date: "soon", address: "Seoul", style: .american)
        await #expect(throws: ToDoInputProblem.self) { try await source.add(input) }
        #expect(geocoder.messages == [])
        #expect(try await shown(source) == [])
    }

    @Test("today is the day of the clock in the person's time zone")
    func readsToday() async throws {
        // 2026-12-24T04:30:00Z is still the 23rd in New York.
        var input = source().input
        (input.title, input.date) = ("a", "today")
        #expect(input.dateText == "Wednesday, December 23, 2026")
        #expect(try await source().add(input).row.dateText == "12/23/2026")
    }

    @Test("rows are sorted by date in the person's time zone")
    func sortsByDate() async throws {
        let source = source()
        for (title, date) in [("c", ""), ("b", "2026-12-24 09:00"), ("a", "2026-12-24")] {
            var input = source.input
            (input.title, input.date) = (title, date)
            _ = try await source.add(input)
        }
        let query = ToDoQuery(order: source.dateStyle.order(.date))
        #expect(try await source.batches(of: query).joined().map(\.title.text) == ["a", "b", "c"])
        #expect(source.dateStyle.order(.list) == .list)
    }

    @Test("a to-do may be about music or an artist of the library")
    func resolvesSubject() async throws {
        let source = source()
        _ = try await source.add(ToDoInputModel(title: "a", style: .american), about: .music(music.id))
        _ = try await source.add(ToDoInputModel(title: "b", style: .american), about: .artist("JAY-Z"))
        #expect(try await source.detail(1).subjectText == "99 Problems by JAY-Z")
        #expect(try await source.detail(2).subjectText == "JAY-Z")
        let restricted = self.source(for: Listener(age: 12))
        for number in [1, 2] {
            await #expect(throws: ToDoError.notFound(number)) { try await restricted.detail(number) }
        }
    }

    private func source(
        geocoder: GeocoderStub = GeocoderStub(), for listener: Listener = .anyone,
        audience: ProblemModel.Audience = .user
    ) -> ToDoListDataSource {
        ToDoListDataSource(
            getToDos: GetToDosUsecase(toDos: list, music: MusicRepositoryStub([music]), listener: listener),
            addToDo: AddToDoUsecase(toDos: list, geocoder: geocoder),
            editToDo: EditToDoUsecase(toDos: list, geocoder: geocoder, listener: listener),
            setToDoDone: SetToDoDoneUsecase(toDos: list, listener: listener),
            removeToDo: RemoveToDoUsecase(toDos: list, listener: listener), style: .american,
            audience: audience, now: { Date(timeIntervalSince1970: 1_798_086_600) })
    }

    private func add(_ titles: [String], to source: ToDoListDataSource) async throws {
        for title in titles { _ = try await source.add(ToDoInputModel(title: title, style: .american)) }
    }

    private func shown(
        _ source: ToDoListDataSource, _ section: ToDoSection? = nil, window: Window = .all
    ) async throws -> [String] {
        try await source.batches(of: ToDoQuery(section: section, window: window)).joined()
            .map { "\($0.sectionTitle): \($0.title.text)" }
    }
}

@Suite("The result of an import of to-dos")
struct ToDoImportModelTests {
    @Test("counts of 0 are left out, except of added to-dos")
    func showsCounts() {
        var summary = ToDoImportSummary()
        #expect(ToDoImportModel(summary).text == "0 to-dos added")
        (summary.added, summary.enriched, summary.existing) = (1_200, 2, 3)
        summary.reject(RejectedRecord(position: 4, .empty(field: "title")))
        let model = ToDoImportModel(summary)
        #expect(model.text == "1,200 to-dos added, 2 updated, 3 already exist, 1 skipped")
        #expect(model.rejectedTexts == ["Number 4: title is empty"])
        (summary.enriched, summary.existing) = (1, 1)
        #expect(
            ToDoImportModel(summary).text
                == "1,200 to-dos added, 1 updated, 1 already exists, 1 skipped")
        let values = ToDoImportField.allCases.map(model.value)
        #expect(values == [.integer(1_200), .integer(2), .integer(3), .integer(0), .integer(1)])
    }

    @Test("the values that the first incomplete to-dos lack are listed")
    func listsUnreadableValues() {
        var summary = ToDoImportSummary()
        summary.added = 2
        summary.addIncomplete([.invalidValue(field: "DUE", text: "x", expected: .date), .invalidLine(7)], at: 4)
        summary.addIncomplete([], at: 5)
        let model = ToDoImportModel(summary)
        #expect(model.text == "2 to-dos added, 1 incomplete")
        #expect(model.value(of: .incomplete) == .integer(1))
        #expect(
            model.incompleteTexts == [
                "Number 4 is incomplete: DUE “x” is not a date",
                "Number 4 is incomplete: line 7 is not a property",
            ])
        for position in 6...30 { summary.addIncomplete([.invalidLine(1)], at: position) }
        #expect(ToDoImportModel(summary).incompleteTexts.count == 21)
        #expect(ToDoImportModel(summary).incompleteTexts.last == "and 7 more")
    }

    @Test("the first skipped records are listed")
    func listsSkippedRecords() {
        var summary = ToDoImportSummary()
        for position in 1...21 { summary.reject(RejectedRecord(position: position, .unreadable)) }
        #expect(ToDoImportModel(summary).rejectedTexts.last == "and 1 more")
        for position in 22...1_024 { summary.reject(RejectedRecord(position: position, .unreadable)) }
        let texts = ToDoImportModel(summary).rejectedTexts
        #expect(
            texts.count == 21 && texts.first == "Number 1: the record cannot be read" && texts.last == "and 1,004 more")
    }
}
