/// The text of a search field on both sides of its cursor.
public struct SearchInput: Equatable, Sendable {
    public var before: String
    public var after: String

    public init(before: String, after: String = "") {
        self.before = before
        self.after = after
    }

    public var text: String { before + after }
}
