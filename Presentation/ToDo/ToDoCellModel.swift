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
