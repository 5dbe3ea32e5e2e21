/// A part of a list: up to `limit` rows from `offset`, or all rows from there without a limit.
public struct Window: Hashable, Sendable {
    public static let all = Window()
    public var offset: Int
    public var limit: Int?

    /// Treats negative numbers as 0.
    public init(offset: Int = 0, limit: Int? = nil) {
        self.offset = max(0, offset)
        self.limit = limit.map { max(0, $0) }
    }
}
