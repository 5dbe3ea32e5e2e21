public import FermataDomain

/// The songs to download, or whose downloads to remove.
public struct DownloadSelection: Equatable, Sendable {
    public private(set) var ids: [MusicID] = []
    private let isRemoval: Bool
    private var skippedCount = 0

    public init(isRemoval: Bool) {
        self.isRemoval = isRemoval
    }

    /// Adds a song that was selected by itself.
    public mutating func add(_ row: MusicCellModel) {
        ids.append(row.id)
    }

    /// Adds those songs of a group, such as a playlist, that can be downloaded.
    public mutating func add(_ rows: [MusicCellModel]) {
        let added = isRemoval ? rows : rows.filter(\.music.canBeDownloaded)
        ids += added.map(\.id)
        skippedCount += rows.count - added.count
    }

    /// How many songs are skipped, since they have no audio; nil if none are.
    public var skippedText: String? {
        guard skippedCount > 0 else { return nil }
        return "Skipped \(CountText(skippedCount, "song").text) without audio."
    }
}
