/// A window of a list of music.
public struct MusicListWindow: Equatable, Sendable {
    public let rows: [MusicCellModel]
    /// The number of all rows; nil if more rows follow and they are not counted.
    public let total: Int?

    public init(rows: [MusicCellModel], total: Int?) {
        self.rows = rows
        self.total = total
    }
}
