public import FermataDomain
public import Foundation

/// The rows of an artist's page. Each update returns the changes that it makes to them.
public struct ArtistTable: Sendable {
    public typealias Change = RowChange<ArtistCellModel>
    public private(set) var rows: [ArtistCellModel]
    /// How fresh the rows are; nil before the first page.
    public private(set) var freshness: FreshnessModel?
    /// Whether a part of the page could not be read; a message row says why.
    public var hasError: Bool {
        rows.contains { if case .message(let message) = $0 { message.kind == .error } else { false } }
    }

    private var trackPositions: [MusicID: Int] = [:]
    private let now: @Sendable () -> Date

    /// A table before the first page: one loading message.
    public init(now: @escaping @Sendable () -> Date) {
        rows = [.message(MessageCellModel(.loading, of: .table, "Loading…"))]
        self.now = now
    }

    /// The table of a page.
    public init(_ page: ArtistPage, now: @escaping @Sendable () -> Date) {
        let freshness = FreshnessModel(page.freshness, now: now())
        rows = Array(page, freshness: freshness)
        self.freshness = freshness
        self.now = now
        findTracks()
    }

    /// Replaces the page and returns the changes. O(n log n).
    public mutating func show(_ page: ArtistPage) -> [Change] {
        let freshness = FreshnessModel(page.freshness, now: now())
        self.freshness = freshness
        return replaceRows(by: Array(page, freshness: freshness))
    }

    /// Shows that no page will follow: loading messages disappear, and the first row shows the error.
    public mutating func fail(_ error: any Error) -> [Change] {
        let cause = ProblemModel(error, for: .webClient).sentence
        let message = MessageCellModel(.error, of: .table, "The page cannot be read. \(cause)")
        let remaining = rows.filter { row in
            if case .message(let message) = row { message.part != .table && message.kind != .loading } else { true }
        }
        return replaceRows(by: [.message(message)] + remaining)
    }

    /// Shows the state of a track's download. O(1).
    public mutating func update(_ download: Download) -> [Change] {
        updateTrack(download.id) { TrackCellModel($0.music, download: download.state) }
    }

    /// Replaces a track at its position; the next page restores the order. O(1).
    public mutating func update(_ music: Music) -> [Change] {
        updateTrack(music.id) { TrackCellModel(music, download: $0.download) }
    }

    private mutating func updateTrack(_ id: MusicID, _ change: (TrackCellModel) -> TrackCellModel) -> [Change] {
        guard let position = trackPositions[id], case .track(let track) = rows[position] else { return [] }
        let changed = change(track)
        guard changed != track else { return [] }
        rows[position] = .track(changed)
        return [.update(.track(changed), at: position)]
    }

    private mutating func replaceRows(by rows: [ArtistCellModel]) -> [Change] {
        let changes = Change.changes(from: self.rows, to: rows)
        self.rows = rows
        findTracks()
        return changes
    }

    private mutating func findTracks() {
        trackPositions = Dictionary(minimumCapacity: rows.count)
        for (position, row) in rows.enumerated() {
            if case .track(let track) = row { trackPositions[track.id] = position }
        }
    }
}
