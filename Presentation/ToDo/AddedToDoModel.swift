public import FermataDomain

/// The result of adding a to-do: its row and messages about it.
public struct AddedToDoModel: Equatable, Sendable {
    public let row: ToDoCellModel
    private let added: AddedToDo
    private let audience: ProblemModel.Audience

    /// The messages for a web client have no text of the geocoding server's errors.
    public init(_ added: AddedToDo, style: DateStyle, for audience: ProblemModel.Audience) {
        row = ToDoCellModel(added.addition.toDo, style: style)
        self.added = added
        self.audience = audience
    }

    /// Whether it is new on the list.
    public var isNew: Bool { added.addition.kind == .added }

    /// Whether its address has no known coordinate. Adding it again with a better address completes it.
    public var lacksCoordinate: Bool { geocodingText.lacksCoordinate }

    /// Messages of one to three sentences; none if it was added as entered.
    public var messages: [String] { messages(.screen) }
    /// The messages with the command that corrects the address.
    public var commandLineMessages: [String] { messages(.command(number: row.number)) }

    private func messages(_ correction: GeocodingText.Correction) -> [String] {
        [additionText, geocodingText.text(correction)].compactMap { $0 }
    }

    private var geocodingText: GeocodingText {
        GeocodingText(
            added.geocoding, of: added.address, for: row.toDo.item, verb: "Added", retry: "Add it again",
            audience: audience)
    }

    private var additionText: String? {
        switch added.addition.kind {
        case .added: nil
        case .existing: "It is already on the list, \(row.isDone ? "done, " : "")as number \(row.number)."
        case .enriched: "It was already on the list as number \(row.number), and is now complete."
        }
    }
}
