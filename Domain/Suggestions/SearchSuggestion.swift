/// A completion of the term at the cursor of a search field.
public struct SearchSuggestion: Equatable, Sendable {
    /// The key with its colon, the name or the value.
    public var label: String
    /// The field with the completed term; the cursor follows it.
    public var input: SearchInput

    public init(label: String, input: SearchInput) {
        self.label = label
        self.input = input
    }
}
