public import FermataDomain

/// What became of a to-do that was put in: its row, and what there is to say of it.
public struct AddedToDoModel: Equatable, Sendable {
    public let row: ToDoCellModel
    private let added: AddedToDo

    public init(_ added: AddedToDo, style: DateStyle) {
        row = ToDoCellModel(added.addition.toDo, style: style)
        self.added = added
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
        case .found(let place, let others) where others.isEmpty: "The address is taken for \(place.name)."
        case .found(let place, let others):
            "The address is taken for \(place.name). Others are called so too: "
                + others.map(\.name).joined(separator: "; ") + ". Say more of the address to mean one of them."
        case .notFound: hasCoordinate ? nil : "No place was found for the address: it is kept without a coordinate."
        case .failed(let failure):
            hasCoordinate
                ? nil
                : "The address could not be looked for: \(failure.address) \(failure.reason). "
                    + "It is kept without a coordinate; add it again later to complete it."
        }
    }

    /// Where it was there already, it may have one.
    private var hasCoordinate: Bool { row.toDo.item.location?.coordinate != nil }
}
