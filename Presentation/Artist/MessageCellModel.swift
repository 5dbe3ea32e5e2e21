/// A row that says why there are no others in its place, or not all of them.
public struct MessageCellModel: Equatable, Sendable, Identifiable {
    public enum Kind: String, Sendable, CaseIterable {
        case loading, empty, offline, error
        /// There is more than is shown.
        case more
    }

    /// The part of the table that it is about.
    public enum Part: Sendable, CaseIterable {
        case table, tracks, playlists, relatedArtists
    }

    /// A part has one message of a kind at the most.
    public struct ID: Hashable, Sendable {
        public let part: Part
        public let kind: Kind
    }

    public let id: ID
    public let text: String

    public init(_ kind: Kind, of part: Part, _ text: String) {
        id = ID(part: part, kind: kind)
        self.text = text
    }

    public var part: Part { id.part }
    public var kind: Kind { id.kind }

    /// Whether something went wrong that a person may want to see to.
    public var isProblem: Bool {
        switch kind {
        case .offline, .error: true
        case .loading, .empty, .more: false
        }
    }

    /// The row read as one sentence.
    public var accessibilityLabel: String { text.onOneLine }
}
