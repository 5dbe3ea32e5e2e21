public import FermataDomain

/// The result of changing a to-do: its row and messages about it.
public struct EditedToDoModel: Equatable, Sendable {
    public let row: ToDoCellModel
    private let edited: EditedToDo
    private let audience: ProblemModel.Audience

    /// The messages for a web client have no text of the geocoding server's errors.
    public init(_ edited: EditedToDo, style: DateStyle, for audience: ProblemModel.Audience) {
        row = ToDoCellModel(edited.toDo, style: style)
        self.edited = edited
        self.audience = audience
    }

    /// Whether its new address has no known coordinate.
    public var lacksCoordinate: Bool { geocodingText.lacksCoordinate }

    /// A message of one to three sentences; none if it was changed as entered.
    public var messages: [String] { [geocodingText.text(.screen)].compactMap { $0 } }
    /// The messages with the command that corrects the address.
    public var commandLineMessages: [String] {
        [geocodingText.text(.command(number: row.number))].compactMap { $0 }
    }

    private var geocodingText: GeocodingText {
        let item = edited.toDo.item
        return GeocodingText(
            edited.geocoding, of: item.location?.address ?? "", for: item, verb: "Saved",
            retry: "Clear the address and enter it again", audience: audience)
    }
}
