/// An artist's name as it is compared: by its sort key, or as it is where nothing is left of that.
public struct ArtistName: Hashable, Sendable {
    public let key: SortKey
    /// The name itself where its key is empty, such as `!!!`; nil where the key tells.
    public let raw: String?

    public init(_ name: String) {
        key = SortKey(name)
        raw = key.isEmpty ? name : nil
    }
}
