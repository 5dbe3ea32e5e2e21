public import FermataDomain

/// The songs to download, or whose downloads to remove.
public struct DownloadSelection: Equatable, Sendable {
    public private(set) var ids: [MusicID] = []
    private let isRemoval: Bool
    private var skippedCount = 0
    private var localCount = 0

    public init(isRemoval: Bool) { self.isRemoval = isRemoval }

    /// What the command does with the songs.
    package var action: SongAction { isRemoval ? .removeDownload : .download }

    /// Adds a song that was selected by itself.
    public mutating func add(_ row: MusicCellModel) { add([row], requiresAudio: false) }

    /// Adds those songs of a group, such as a playlist, that can be downloaded.
    public mutating func add(_ rows: [MusicCellModel]) { add(rows, requiresAudio: true) }

    private mutating func add(_ rows: [MusicCellModel], requiresAudio: Bool) {
        for row in rows {
            if isRemoval || !requiresAudio && !row.music.isLocal || row.music.canBeDownloaded {
                ids.append(row.id)
            } else if row.music.isLocal {
                localCount += 1
            } else {
                skippedCount += 1
            }
        }
    }

    /// A text about skipped songs, which have no audio or are local files; nil if none are skipped.
    public var skippedText: String? {
        let texts = [(skippedCount, "without audio"), (localCount, "whose audio is already a file on this computer")]
            .compactMap { count, reason in
                count > 0 ? "Skipped \(CountText(count, "song").text) \(reason)." : nil
            }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }
}
