public import FermataDomain

/// What became of a to-do that was put in: its row, and what there is to say of it.
public struct AddedToDoModel: Equatable, Sendable {
    public let row: ToDoCellModel
    private let added: AddedToDo

    public init(_ added: AddedToDo, style: DateStyle) {
        row = ToDoCellModel(added.addition.toDo, style: style)
        self.added = added
    }

    /// Whether it was not on the list before.
    public var isNew: Bool { added.addition.kind == .added }

    /// Whether there is an address that no coordinate is known for: put in better, it completes the to-do.
    public var lacksCoordinate: Bool {
        switch added.geocoding {
        case .notAsked, .found: false
        case .notFound, .failed: row.toDo.item.location?.coordinate == nil
        }
    }

    /// What the person should know, a sentence or two each; nothing where it was added just so.
    public var messages: [String] { [additionText, geocodingText].compactMap { $0 } }

    private var additionText: String? {
        switch added.addition.kind {
        case .added: nil
        case .alreadyThere: "It is on the list already, \(row.isDone ? "done, " : "")as number \(row.number)."
        case .completed: "It was on the list already, as number \(row.number), and has its coordinate now."
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
            "Added without a coordinate: cannot look up “\(added.address.onOneLine)” at \(failure.address), "
                + "\(SourceFailureText(failure.cause).text). Add it again later to complete it."
        case .notFound, .failed: nil
        }
    }

    private static func text(of place: Place) -> String {
        place.isTown
            ? "The address is taken for its town, \(place.name): the map shows the middle of it."
            : "The address is taken for \(place.name)."
    }

    private static func text(of others: [Place]) -> String {
        if others.isEmpty { return "" }
        let names = others.map(\.name).joined(separator: "; ")
        return " Other places of that name: \(names). "
            + "If one of them is meant, remove this to-do, and add it with a region or a country."
    }
}
