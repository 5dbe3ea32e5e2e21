/// The playlist screen: one section of rows, and how fresh they are.
public struct MusicListScreen: Equatable, Sendable {
    public let rows: [MusicCellModel]
    public let freshness: FreshnessModel

    public init(rows: [MusicCellModel], freshness: FreshnessModel) {
        self.rows = rows
        self.freshness = freshness
    }
}
