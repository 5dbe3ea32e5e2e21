/// A row that explains why a part of the page has no rows, or not all of them.
public struct MessageCellModel: Equatable, Sendable, Identifiable {
    /// Why the part has no rows, or not all.
    public enum Kind: String, Sendable, CaseIterable {
        case loading, empty, offline, error
        /// The part has more rows than are shown.
        case more
    }

    /// The part of the page that the message is about.
    public enum Part: Sendable, CaseIterable {
        case table, tracks, playlists, relatedArtists
    }

    /// A part has at most one message of each kind.
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

    /// Whether the message reports a problem.
    public var isProblem: Bool {
        switch kind {
        case .offline, .error: true
        case .loading, .empty, .more: false
        }
    }

    /// The row read as one sentence.
    public var accessibilityLabel: String { text.onOneLine }
}
