public import FermataDomain

/// The detail screen of a to-do.
public struct ToDoDetailModel: Equatable, Sendable {
    public let row: ToDoCellModel
    private let detail: ToDoDetail
    private let style: DateStyle

    public init(_ detail: ToDoDetail, style: DateStyle) {
        row = ToDoCellModel(detail.toDo, style: style)
        self.detail = detail
        self.style = style
    }

    public var title: StyledText { row.title }
    public var descriptionText: String { item.description }
    /// The date in words, and the time where there is one.
    public var dateText: String { item.timestamp.map(style.fullText) ?? "" }
    public var placeText: String { item.location?.name ?? "" }
    /// What of the library it is about: `Changes by David Bowie`.
    public var subjectText: String {
        switch item.subject {
        case .artist(let name): name
        case .music(let id): detail.music?.titleAndArtist ?? "music that is not in the library (\(id.short))"
        case nil: ""
        }
    }

    /// The music of the library that it is about.
    var music: Music? { detail.music }

    /// Nil where nobody knows where the place is.
    public var map: MapModel? {
        item.location.flatMap { location in location.coordinate.map { MapModel(centre: $0, name: location.name) } }
    }

    /// The part of the world around it; nil where nobody knows where the place is.
    public func farMap(over outlines: Outlines) -> FarMapModel? {
        map.map { FarMapModel(centre: $0.centre, name: $0.name, outlines: outlines) }
    }

    /// What ends it: `Check`, or `Uncheck` where it is done.
    public var actionTitle: String { row.actionTitle }

    /// What the screen says, line by line, each with its label; what is not there is left out.
    public var lines: [(label: String, text: String)] {
        [
            ("title", title.text), ("description", descriptionText), ("date", dateText), ("place", placeText),
            ("about", subjectText), ("coordinate", map?.coordinateText ?? ""), ("map", map?.link ?? ""),
        ].filter { !$0.text.isEmpty }
    }

    private var item: ToDoItem { detail.toDo.item }
}
