/// A value that the key of a search cannot have.
public struct InvalidSearchValue: Equatable, Sendable {
    /// The keys whose values are restricted.
    public enum Key: Equatable, Sendable {
        case number(SearchNumber)
        /// The key `is:`.
        case state
    }

    public let key: Key
    public let value: String

    public init(_ value: String, of key: Key) {
        self.key = key
        self.value = value
    }
}
