/// A part of a list: up to `limit` rows from `offset`, or all rows from there without a limit.
public struct Window: Hashable, Sendable {
    public static let all = Window()
    /// The largest offset and limit, so that sums of them cannot overflow.
    public static let largest = 1 << 53 - 1
    public var offset: Int
    public var limit: Int?

    /// Treats negative numbers as 0, and numbers beyond `largest` as `largest`.
    public init(offset: Int = 0, limit: Int? = nil) {
        self.offset = min(max(0, offset), Self.largest)
        self.limit = limit.map { min(max(0, $0), Self.largest) }
    }

    /// The offset after the last row; the largest number without a limit.
    package var end: Int { limit.map { offset + $0 } ?? .max }
}

/// The candidates that an error lists for an ambiguous name or id.
public enum Candidates {
    /// The maximum number of candidates in an error.
    public static let limit = 10
}
