public import FermataDomain

/// A row about the repair of one kind of content.
public struct LibraryRepairCellModel: Equatable, Sendable {
    private let count: LibraryRepair.Count

    public init(_ count: LibraryRepair.Count) {
        self.count = count
    }

    /// `sources`, `todos`, `songs`, `bookmarks`, `playlists`, `playlist entries` or `downloads`.
    public var content: String { count.content.key }
    /// How many rows were read: `4,000`.
    public var readText: String { CountText.grouped(count.read) }
    /// How many rows could not be read: `at least 12`, `unknown` if no index lists them, or empty.
    public var lostText: String {
        guard let lost = count.lost else { return "unknown" }
        return lost == 0 ? "" : "at least " + CountText.grouped(lost)
    }
    /// How many rows were read with a text that is probably damaged; empty if none.
    public var alteredText: String { count.altered == 0 ? "" : CountText.grouped(count.altered) }
}

/// The keys of a row about a repair.
public enum LibraryRepairField: String, RowField {
    case content, read, lost, altered

    public var valueKind: FieldKind { self == .content ? .text : .number }
}

extension LibraryRepairCellModel: RowModel {
    public func value(of field: LibraryRepairField) -> FieldValue {
        switch field {
        case .content: .text(content)
        case .read: .integer(count.read)
        case .lost: count.lost.map(FieldValue.integer) ?? .none
        case .altered: .integer(count.altered)
        }
    }
}
