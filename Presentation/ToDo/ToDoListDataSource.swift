public import FermataDomain
public import Foundation

/// Provides the list of to-dos in its two sections, and its detail and input screens.
public struct ToDoListDataSource: Sendable {
    private let getToDos: GetToDosUsecase
    private let addToDo: AddToDoUsecase
    private let editToDo: EditToDoUsecase
    private let setToDoDone: SetToDoDoneUsecase
    private let removeToDo: RemoveToDoUsecase
    public let dateStyle: DateStyle
    private let audience: ProblemModel.Audience
    private let now: @Sendable () -> Date

    /// `audience` are the readers of the messages.
    public init(
        getToDos: GetToDosUsecase, addToDo: AddToDoUsecase, editToDo: EditToDoUsecase, setToDoDone: SetToDoDoneUsecase,
        removeToDo: RemoveToDoUsecase,
        style: DateStyle, audience: ProblemModel.Audience, now: @escaping @Sendable () -> Date
    ) {
        self.getToDos = getToDos
        self.addToDo = addToDo
        self.editToDo = editToDo
        self.setToDoDone = setToDoDone
        self.removeToDo = removeToDo
        dateStyle = style
        self.audience = audience
        self.now = now
    }

    /// Returns the window of a query in batches of rows: To-do first, then Done.
    public func batches(of query: ToDoQuery) -> any AsyncSequence<[ToDoCellModel], any Error> & Sendable {
        getToDos.batches(of: query).rows { [dateStyle] in ToDoCellModel($0, style: dateStyle) }
    }

    /// The number of rows of a section.
    public func count(_ section: ToDoSection) async throws -> Int { try await getToDos.count(section) }

    /// The detail screen of a to-do. Throws `ToDoError.notFound`.
    public func detail(_ number: Int) async throws -> ToDoDetailModel {
        ToDoDetailModel(try await getToDos.find(number), style: dateStyle)
    }

    /// An empty input screen.
    public var input: ToDoInputModel { ToDoInputModel(style: dateStyle, today: today) }

    /// Adds the to-do of an input. Throws `ToDoInputProblem` before any lookup or change.
    public func add(_ input: ToDoInputModel, about subject: ToDoSubject? = nil) async throws -> SavedToDoModel {
        SavedToDoModel(
            try await addToDo.execute(try input.draft(about: subject)), style: dateStyle, for: audience)
    }

    /// An input screen with the values of a to-do. Throws `ToDoError.notFound`.
    public func input(of number: Int) async throws -> ToDoInputModel {
        ToDoInputModel(editing: try await getToDos.find(number).toDo, style: dateStyle, today: today)
    }

    /// An input screen with the values of the to-do of a detail screen.
    public func input(editing detail: ToDoDetailModel) -> ToDoInputModel {
        ToDoInputModel(editing: detail.row.toDo, style: dateStyle, today: today)
    }

    /// Saves the changed values of a to-do, and its subject if it is given.
    ///
    /// Throws `ToDoInputProblem` before any lookup or change, or `ToDoError.notFound`.
    public func edit(
        _ number: Int, _ input: ToDoInputModel, about subject: ToDoSubject?? = nil
    ) async throws -> SavedToDoModel {
        SavedToDoModel(
            try await editToDo.execute(number, try input.edit(about: subject)), style: dateStyle, for: audience)
    }

    /// Checks or unchecks to-dos and returns the changed rows. Throws `ToDoError.notFound`.
    public func setDone(_ isDone: Bool, of numbers: [Int]) async throws -> [ToDoCellModel] {
        try await setToDoDone.execute(numbers, isDone: isDone).map { ToDoCellModel($0, style: dateStyle) }
    }

    /// Checks or unchecks a to-do and returns its row. Throws `ToDoError.notFound`.
    public func setDone(_ isDone: Bool, ofToDo number: Int) async throws -> ToDoCellModel {
        guard let row = try await setDone(isDone, of: [number]).first else { throw ToDoError.notFound(number) }
        return row
    }

    /// Removes rows. Throws `ToDoError.notFound`.
    public func remove(_ numbers: [Int]) async throws { try await removeToDo.execute(numbers) }

    private var today: Day? { dateStyle.day(of: now()) }
}

/// An order of the list of to-dos, as options and parameters name it.
public enum ToDoOrderKey: String, Sendable, CaseIterable {
    case list, date
}

extension DateStyle {
    /// The order with a name; dates are compared in the person's time zone.
    public func order(_ key: ToDoOrderKey) -> ToDoOrder {
        switch key {
        case .list: .list
        case .date: .date(in: calendar.timeZone)
        }
    }
}

/// The result of adding or changing a to-do: its row and messages about it.
public struct SavedToDoModel: Equatable, Sendable {
    public let row: ToDoCellModel
    /// Nil for a changed to-do.
    private let addition: ToDoAddition.Kind?
    private let geocoding: GeocodingResult
    /// The address that was looked up, as entered.
    private let address: String
    private let audience: ProblemModel.Audience

    /// The messages for a web client have no text of the geocoding server's errors.
    public init(_ added: AddedToDo, style: DateStyle, for audience: ProblemModel.Audience) {
        row = ToDoCellModel(added.addition.toDo, style: style)
        (addition, geocoding, address) = (added.addition.kind, added.geocoding, added.address)
        self.audience = audience
    }

    /// The messages for a web client have no text of the geocoding server's errors.
    public init(_ edited: EditedToDo, style: DateStyle, for audience: ProblemModel.Audience) {
        row = ToDoCellModel(edited.toDo, style: style)
        (addition, geocoding, address) = (nil, edited.geocoding, edited.toDo.item.location?.address ?? "")
        self.audience = audience
    }

    /// Whether it is new on the list.
    public var isNew: Bool { addition == .added }
    var isChange: Bool { addition == nil }

    /// Whether its address has no known coordinate. Adding it again with a better address completes it.
    public var lacksCoordinate: Bool {
        switch geocoding {
        case .notRequested, .found: false
        case .notFound, .failed: row.toDo.item.location?.coordinate == nil
        }
    }

    /// Messages of one to three sentences; none if it was saved as entered.
    public var messages: [String] { messages(.screen) }
    /// The messages with the command that corrects the address.
    public var commandLineMessages: [String] { messages(.command(number: row.number)) }

    private func messages(_ correction: AddressCorrection) -> [String] {
        [additionText, geocodingText(correction)].compactMap { $0 }
    }

    private var additionText: String? {
        switch addition {
        case .added, nil: nil
        case .existing: "It is already on the list, \(row.isDone ? "done, " : "")as number \(row.number)."
        case .enriched: "It was already on the list as number \(row.number), and is now complete."
        }
    }

    /// One to three sentences about the lookup of the address; nil if there is nothing to report.
    private func geocodingText(_ correction: AddressCorrection) -> String? {
        let verb = isChange ? "Saved" : "Added"
        return switch geocoding {
        case .notRequested: nil
        case .found(let place, let others):
            Self.text(of: place) + Self.text(of: others.filter { $0.name != place.name }, correction)
        case .notFound where lacksCoordinate:
            "\(verb) without a coordinate: no place was found for “\(address.onOneLine)”. "
                + correction.text("Correct the address, for example with a town and a country", "Correct it with")
        case .failed(let failure) where lacksCoordinate:
            // For web clients, the words contain no text of the server, which may name private addresses.
            "\(verb) without a coordinate: cannot look up “\(address.onOneLine)”, "
                + "\(failure.cause.clause(for: audience)). "
                + (isChange ? "Clear the address and enter it again" : "Add it again") + " later to complete it."
        case .notFound, .failed: nil
        }
    }

    private static func text(of place: Place) -> String {
        place.isTownOnly
            ? "Only the town of this address was found (\(place.name)). \(TownOnlyText.map)"
            : "The address was found as \(place.name)."
    }

    private static func text(of others: [Place], _ correction: AddressCorrection) -> String {
        if others.isEmpty { return "" }
        let names = others.map(\.name).joined(separator: "; ")
        return " Other places with that name: \(names). If you mean one of them, "
            + correction.text("add a region or a country to the address", "run")
    }
}

/// How a person corrects an address.
private enum AddressCorrection {
    /// In the input screen.
    case screen
    /// With the command that changes the to-do with a number.
    case command(number: Int)

    /// Returns the instruction for the screen, or a verb with the command.
    func text(_ onScreen: String, _ verb: String) -> String {
        switch self {
        case .screen: onScreen + "."
        case .command(let number): "\(verb): fermata todo edit \(number) --address …"
        }
    }
}
