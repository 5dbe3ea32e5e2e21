import FermataDomain

/// The suggestions for the search field; a key accepts the first one.
///
/// While new ones are read, the previous ones stay visible, and the key waits for the new ones.
struct TUISuggestions: Sendable {
    private(set) var rows: [SearchSuggestionCellModel] = []
    /// The input that the rows complete, or for which they are requested.
    private var input: SearchInput?
    private var isPending = false
    /// Whether to accept the first row when the requested ones arrive.
    private var acceptsFirst = false

    /// Returns whether the suggestions for the field have to be requested.
    mutating func change(to input: SearchInput) -> Bool {
        guard input != self.input else { return false }
        (self.input, isPending, acceptsFirst) = (input, true, false)
        return true
    }

    /// Returns the completed field if a key waits for it. Ignores rows of an earlier request.
    mutating func apply(_ rows: [SearchSuggestionCellModel], for input: SearchInput) -> SearchInput? {
        guard isPending, input == self.input else { return nil }
        (self.rows, isPending) = (rows, false)
        return acceptsFirst ? accept() : nil
    }

    /// Returns the field with the first suggestion; nil without one, or until it arrives.
    mutating func accept() -> SearchInput? {
        acceptsFirst = isPending
        return isPending ? nil : rows.first?.input
    }

    /// Moves the first suggestion to the end.
    mutating func showNext() {
        if let first = rows.first { rows = rows.dropFirst() + [first] }
    }
}
