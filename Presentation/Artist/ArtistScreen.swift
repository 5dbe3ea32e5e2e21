public import FermataDomain
public import Foundation

/// The rows of an artist's page, which change with each update.
public struct ArtistScreen: Sendable {
    public private(set) var rows: [ArtistCellModel]
    /// How fresh the rows are; nil before the first page.
    public private(set) var freshness: FreshnessModel?
    /// The kind of problem if a part of the page could not be read; a message row contains the reason.
    public private(set) var problemKind: ProblemModel.Kind?

    private var trackPositions: [MusicID: Int] = [:]
    private let audience: ProblemModel.Audience
    private let now: @Sendable () -> Date

    /// A table before the first page: one loading message.
    public init(for audience: ProblemModel.Audience, now: @escaping @Sendable () -> Date) {
        rows = [.message(MessageCellModel(.loading, of: .table, "Loading…"))]
        self.audience = audience
        self.now = now
    }

    /// The table of a page.
    public init(_ page: ArtistPage, for audience: ProblemModel.Audience, now: @escaping @Sendable () -> Date) {
        self.init(for: audience, now: now)
        _ = show(page)
    }

    /// Replaces the page and returns whether that changes the table.
    public mutating func show(_ page: ArtistPage) -> Bool {
        let freshness = FreshnessModel(page.freshness, now: now())
        let rows = Array(page, freshness: freshness, for: audience)
        guard rows != self.rows || freshness != self.freshness else { return false }
        self.freshness = freshness
        problemKind = page.problemKind
        replaceRows(by: rows)
        return true
    }

    /// Shows that no page will follow: loading messages disappear, and the first row shows the error.
    public mutating func fail(_ error: any Error) {
        let problem = ProblemModel(error, for: audience)
        let message = MessageCellModel(.error, of: .table, "Cannot read the page. \(problem.sentence)")
        let remaining = rows.filter { row in
            if case .message(let message) = row { message.part != .table && message.kind != .loading } else { true }
        }
        problemKind = problem.kind
        replaceRows(by: [.message(message)] + remaining)
    }

    /// Shows the state of a track's download and returns whether that changes its row. O(1).
    public mutating func update(_ download: Download) -> Bool {
        guard let position = trackPositions[download.id], case .track(let track) = rows[position] else { return false }
        let changed = TrackCellModel(track.music, download: download.state, for: audience)
        guard changed != track else { return false }
        rows[position] = .track(changed)
        return true
    }

    private mutating func replaceRows(by rows: [ArtistCellModel]) {
        self.rows = rows
        trackPositions = Dictionary(minimumCapacity: rows.count)
        for (position, row) in rows.enumerated() {
            if case .track(let track) = row { trackPositions[track.id] = position }
        }
    }
}

extension ArtistPage {
    /// The kind of the first problem: of a part that could not be read, or of a source that cannot be used.
    fileprivate var problemKind: ProblemModel.Kind? {
        if case .failed(let error) = playlists { return ProblemModel(error).kind }
        if case .failed(let error) = related { return ProblemModel(error).kind }
        guard case .offline(_, let failures, _) = freshness else { return nil }
        return failures.first { $0.kind != .unreachable }.map { ProblemModel($0).kind }
    }
}
