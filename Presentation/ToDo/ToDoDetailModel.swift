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
    /// The date in words, and the time if it has one.
    public var dateText: String { item.timestamp.map(style.fullText) ?? "" }
    public var placeText: String { item.location?.name ?? "" }
    /// The address as entered; empty if it is the name of the place.
    public var addressText: String { item.location.flatMap { $0.address == $0.name ? nil : $0.address } ?? "" }
    /// The music or artist that it is about: `Changes by David Bowie`.
    public var subjectText: String {
        switch item.subject {
        case .artist(let name): name
        case .music(let id): detail.music?.titleAndArtist ?? "music that is not in the library (\(id.short))"
        case nil: ""
        }
    }

    /// The library's music that it is about.
    var music: Music? { detail.music }

    /// A map of the place; nil if its coordinate is unknown.
    public var map: MapModel? {
        item.location.flatMap { location in
            location.coordinate.map { MapModel(centre: $0, name: location.name, isTownOnly: location.isTownOnly) }
        }
    }

    /// Maps of the surroundings of the place, and of the part of the world around it; empty if its coordinate is
    /// unknown.
    public func regionMaps(over outlines: any OutlineRepository) -> [RegionMapModel] {
        guard let map else { return [] }
        return RegionMapModel.Extent.allCases.map { extent in
            RegionMapModel(centre: map.centre, name: map.name, extent: extent, over: outlines)
        }
    }

    /// Each known value with its label.
    public var lines: [(label: String, text: String)] {
        [
            ("title", title.text), ("description", descriptionText), ("date", dateText), ("place", placeText),
            ("address", addressText), ("about", subjectText), ("coordinate", map?.coordinateText ?? ""),
            ("map", map?.link ?? ""),
        ].filter { !$0.text.isEmpty }
    }

    /// The lines after the number, and whether the to-do is done.
    public var numberedLines: [(label: String, text: String)] {
        [("number", "\(row.number)"), ("done", row.isDone ? "yes" : "no")] + lines
    }

    private var item: ToDoItem { detail.toDo.item }
}
