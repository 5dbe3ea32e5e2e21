/// An artist's name for comparison: its sort key, or the exact name if the key is empty.
public struct ArtistName: Hashable, Sendable {
    public let key: SortKey
    /// The exact name if its key is empty, such as `!!!`; otherwise nil.
    public let raw: String?

    public init(_ name: String) {
        key = SortKey(name)
        raw = key.isEmpty ? name : nil
    }
}

extension ArtistName: Comparable {
    /// Compares keys, then exact names, by code point.
    public static func < (lhs: ArtistName, rhs: ArtistName) -> Bool {
        if lhs.key != rhs.key { return lhs.key < rhs.key }
        return (lhs.raw ?? "").utf8.lexicographicallyPrecedes((rhs.raw ?? "").utf8)
    }
}
