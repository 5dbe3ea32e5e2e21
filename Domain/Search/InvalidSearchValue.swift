/// A value that the key of a search cannot have.
public enum InvalidSearchValue: Equatable, Sendable {
    /// A value of a number's key that is neither a number nor a range.
    case number(SearchNumber)
    /// An unknown value of `is:`.
    case state
}
