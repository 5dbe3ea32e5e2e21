/// The screen of a list of music: its rows and their freshness.
public struct MusicListScreen: Equatable, Sendable {
    public let rows: [MusicCellModel]
    public let freshness: FreshnessModel

    public init(rows: [MusicCellModel], freshness: FreshnessModel) {
        self.rows = rows
        self.freshness = freshness
    }
}
