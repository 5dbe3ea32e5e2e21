public import FermataDomain

/// A row of the list of to-dos: title, place and date. A done row has only its title.
public struct ToDoCellModel: Equatable, Sendable, Identifiable {
    let toDo: ToDo
    private let style: DateStyle

    public init(_ toDo: ToDo, style: DateStyle) {
        self.toDo = toDo
        self.style = style
    }

    public var id: Int { toDo.number }
    public var number: Int { toDo.number }
    public var isDone: Bool { toDo.isDone }
    /// `To-do` or `Done`.
    public var sectionTitle: String { isDone ? "Done" : "To-do" }
    public var title: StyledText { StyledText(toDo.item.title, isStruckThrough: isDone) }
    /// The name of the place; `≈` precedes it if only the town of its address is known.
    public var placeText: String { isTownOnly ? "\(TownOnlyText.mark) \(place)" : place }
    /// The date, and the time of day if it has one.
    public var dateText: String { isDone ? "" : toDo.item.timestamp.map(style.shortText) ?? "" }
    /// The title of the action that moves the row to the other section: `Check` or `Uncheck`.
    public var actionTitle: String { isDone ? "Uncheck" : "Check" }
    /// Whether the row opens its detail screen.
    public var canBeOpened: Bool { !isDone }

    /// The row as one sentence for a screen reader, without unknown values.
    public var accessibilityLabel: String {
        let title = toDo.item.title.onOneLine
        if isDone { return title + ", done" }
        let place = place.onOneLine + (isTownOnly ? " \(TownOnlyText.note)" : "")
        return title + (place.isEmpty ? "" : ", at " + place) + (dateText.isEmpty ? "" : ", on " + dateText)
    }

    private var place: String { isDone ? "" : toDo.item.location?.name ?? "" }
    private var isTownOnly: Bool { !isDone && toDo.item.location?.isTownOnly == true }
}

/// The texts that mark a place if only the town of its address is known.
enum TownOnlyText {
    /// Precedes the name of the place in a row, so that a narrow column does not cut it off.
    static let mark = "≈"
    /// Follows the name of the place in a sentence, and the coordinate.
    static let note = "(town centre)"
    /// Describes a map.
    static let map = "The map shows the town centre."
}

/// The keys of a to-do.
public enum ToDoField: String, RowField {
    case number, title, description, due, place, latitude, longitude, music, artist, done, address, townOnly

    public var valueKind: FieldKind {
        switch self {
        case .number, .latitude, .longitude: .number
        case .done, .townOnly: .flag
        case .due: .time
        case .title, .description, .place, .music, .artist, .address: .text
        }
    }
}

extension ToDoCellModel: RowModel {
    public func value(of field: ToDoField) -> FieldValue {
        let item = toDo.item
        return switch field {
        case .number: .integer(number)
        case .title: .text(item.title)
        case .description: FieldValue(item.description)
        case .due: FieldValue(item.timestamp?.text)
        case .place: FieldValue(item.location?.name)
        case .latitude: FieldValue(item.location?.coordinate?.latitude)
        case .longitude: FieldValue(item.location?.coordinate?.longitude)
        case .music: if case .music(let id) = item.subject { .text(id.description) } else { .none }
        case .artist: if case .artist(let name) = item.subject { .text(name) } else { .none }
        case .done: .flag(isDone)
        case .address: FieldValue(item.location?.address)
        case .townOnly: item.location?.coordinate == nil ? .none : .flag(item.location?.isTownOnly == true)
        }
    }
}

extension DueDate {
    /// `2026-12-24`, or `2026-12-24T18:30:00Z` (ISO 8601).
    fileprivate var text: String? {
        switch self {
        case .day(let day): day.description
        case .moment(let moment): TimestampText(moment.date)?.text
        }
    }
}

extension ToDoCellModel {
    package static let table = TableModel<ToDoCellModel>(
        [
            .init("N", .fixed(6), .trailing, priority: 3, key: "number", isDim: true) { .plain("\($0.number)") },
            .init("Title", .share(5), priority: 4) { .text($0.title) },
            .init("Place", .share(3), priority: 1) { .plain($0.placeText) },
            .init("Date", .fixed(24), priority: 2, key: "due") { .plain($0.dateText) },
        ], emptyText: .toDos(nil))
}

extension EmptyListText {
    /// A section of the to-dos, or the complete list for nil.
    package static func toDos(_ section: ToDoSection?) -> EmptyListText {
        switch section {
        case .toDo: EmptyListText("Nothing is planned.", commandLine: addCommand)
        case .done: EmptyListText("Nothing is done yet.", commandLine: "Check a to-do off: fermata todo check N")
        case nil:
            EmptyListText("There is no to-do yet.", commandLine: addCommand, tui: "Press {add} to add a to-do.")
        }
    }

    private static var addCommand: String { "Add what to hear next: fermata todo add TITLE" }
}
