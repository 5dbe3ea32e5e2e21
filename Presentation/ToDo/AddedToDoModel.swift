public import FermataDomain

/// The result of adding a to-do: its row and messages about it.
public struct AddedToDoModel: Equatable, Sendable {
    public let row: ToDoCellModel
    private let added: AddedToDo

    public init(_ added: AddedToDo, style: DateStyle) {
        row = ToDoCellModel(added.addition.toDo, style: style)
        self.added = added
    }

    /// Whether it is new on the list.
    public var isNew: Bool { added.addition.kind == .added }

    /// Whether its address has no known coordinate. Adding it again with a better address completes it.
    public var lacksCoordinate: Bool {
        switch added.geocoding {
        case .notAsked, .found: false
        case .notFound, .failed: row.toDo.item.location?.coordinate == nil
        }
    }

    /// Messages of one or two sentences; none if it was added as entered.
    public var messages: [String] { [additionText, geocodingText].compactMap { $0 } }

    private var additionText: String? {
        switch added.addition.kind {
        case .added: nil
        case .alreadyThere: "It is already on the list, \(row.isDone ? "done, " : "")as number \(row.number)."
        case .completed: "It was already on the list as number \(row.number), and now has its coordinate."
        }
    }

    private var geocodingText: String? {
        switch added.geocoding {
        case .notAsked: nil
        case .found(let place, let others):
            Self.text(of: place) + Self.text(of: others.filter { $0.name != place.name })
        case .notFound where lacksCoordinate:
            "Added without a coordinate: no place was found for “\(added.address.onOneLine)”."
        case .failed(let failure) where lacksCoordinate:
            "Added without a coordinate: cannot look up “\(added.address.onOneLine)”, "
                + "\(SourceFailureText(failure.cause).text). Add it again later to complete it."
        case .notFound, .failed: nil
        }
    }

    private static func text(of place: Place) -> String {
        place.isTown
            ? "Only the town of this address was found (\(place.name)). The map shows the town centre."
            : "The address was found as \(place.name)."
    }

    private static func text(of others: [Place]) -> String {
        if others.isEmpty { return "" }
        let names = others.map(\.name).joined(separator: "; ")
        return " Other places with that name: \(names). "
            + "If you mean one of them, remove this to-do and add it again with a region or a country."
    }
}
