public import FermataDomain

/// Provides the list of downloads, starts and removes downloads, and reports their progress.
public struct DownloadsDataSource: Sendable {
    private let getDownloads: GetDownloadsUsecase
    private let downloadMusic: DownloadMusicUsecase
    private let removeDownload: RemoveDownloadUsecase
    private let clearDownloads: ClearDownloadsUsecase
    private let checkDownloads: CheckDownloadsUsecase
    private let audience: ProblemModel.Audience

    /// `audience` are the readers of the rows.
    public init(
        getDownloads: GetDownloadsUsecase, downloadMusic: DownloadMusicUsecase, removeDownload: RemoveDownloadUsecase,
        clearDownloads: ClearDownloadsUsecase, checkDownloads: CheckDownloadsUsecase, audience: ProblemModel.Audience
    ) {
        self.getDownloads = getDownloads
        self.downloadMusic = downloadMusic
        self.removeDownload = removeDownload
        self.clearDownloads = clearDownloads
        self.checkDownloads = checkDownloads
        self.audience = audience
    }

    /// A window of the downloads in any state, sorted by title.
    public func list(window: Window) async throws -> [DownloadCellModel] {
        try await getDownloads.execute(window).map { DownloadCellModel($0, for: audience) }
    }

    /// The number of downloads in any state.
    public func count() async throws -> Int { try await getDownloads.count() }

    /// A message about downloads of songs that have left the library, which no list contains; nil if there are none.
    public func removedMusicNotice() async throws -> String? {
        ClearedDownloadsModel.notice(ofRemovedMusic: try await getDownloads.count(of: .ofRemovedMusic))
    }

    /// The rows, each with the state of its download.
    public func tracks(_ rows: [MusicCellModel]) async throws -> [TrackCellModel] {
        let states = try await getDownloads.states(of: rows.map(\.id))
        return rows.map { TrackCellModel($0.music, download: states[$0.id], for: audience) }
    }

    /// Queues music for the next run. Throws `MusicError`, `LibraryError` or `DownloadError`.
    public func request(_ ids: [MusicID]) async throws { try await downloadMusic.request(ids) }

    /// Queues those songs for the next run that can be downloaded, and returns their ids. Throws `LibraryError` or
    /// `DownloadError`.
    public func requestAvailable(_ ids: [MusicID]) async throws -> [MusicID] {
        try await downloadMusic.requestAvailable(ids)
    }

    /// The queued music that is not downloaded yet, in the order of requests. Throws `LibraryError`.
    public func pending() async throws -> [MusicID] { try await downloadMusic.pending() }

    /// Downloads music while the sequence is iterated, `jobs` songs at a time, and emits each when it ends.
    public func run(_ ids: [MusicID], jobs: Int) -> any AsyncSequence<DownloadCellModel, any Error> & Sendable {
        downloadMusic.execute(ids, jobs: jobs).converted { [audience] in DownloadCellModel($0, for: audience) }
    }

    /// Downloads all music that was requested earlier and is missing, as `run` does.
    public func resume(jobs: Int) -> any AsyncSequence<DownloadCellModel, any Error> & Sendable {
        downloadMusic.resume(jobs: jobs).converted { [audience] in DownloadCellModel($0, for: audience) }
    }

    /// Each download whose state changes from now on, until the consumer stops.
    public func changes() -> some AsyncSequence<DownloadCellModel, Never> & Sendable {
        getDownloads.changes().map { [audience] in DownloadCellModel($0, for: audience) }
    }

    /// Removes the download of a song, and returns whether there was one.
    ///
    /// Throws `MusicError.notFound`.
    @discardableResult
    public func remove(_ id: MusicID) async throws -> Bool { try await removeDownload.execute(id) }

    /// Removes the downloads of several songs, and returns the result as a sentence.
    ///
    /// Throws `MusicError.notFound` before anything is removed.
    public func remove(_ ids: [MusicID]) async throws -> String {
        let count = try await removeDownload.execute(ids)
        return count == 0 ? "None of these is downloaded." : "Removed " + CountText(count, "download").text + "."
    }

    /// Removes all downloads of a group that the listener may see. Throws `LibraryError` or `DownloadError`.
    public func clear(_ group: DownloadGroup) async throws -> ClearedDownloadsModel {
        ClearedDownloadsModel(group, count: try await clearDownloads.execute(group))
    }

    /// The table of issues. Its empty text depends on whether issues may be hidden from the listener.
    package var issueTable: TableModel<DownloadIssueCellModel> {
        DownloadIssueCellModel.table.whenEmpty(.downloadIssues(isRestricted: !checkDownloads.reportsAllIssues))
    }

    /// Repairs the folder, and returns the issues that the listener may see. Throws `LibraryError` or `DownloadError`.
    public func check() async throws -> [DownloadIssueCellModel] {
        try await checkDownloads.execute().map(DownloadIssueCellModel.init)
    }
}

/// The result of removing a group of downloads, as a row.
public struct ClearedDownloadsModel: Equatable, Sendable {
    private let group: DownloadGroup
    private let count: Int

    package init(_ group: DownloadGroup, count: Int) { (self.group, self.count) = (group, count) }

    /// `2 failed downloads cleared`.
    public var text: String {
        switch group {
        case .failed: CountText(count, "failed download").text + " cleared"
        case .ofRemovedMusic: Self.removedSongsText(count) + " cleared"
        }
    }

    /// The message about downloads of removed songs, which no list contains; nil if there are none.
    package static func notice(ofRemovedMusic count: Int) -> String? {
        if count == 0 { return nil }
        return "Not listed: \(removedSongsText(count)). "
            + "To clear \(count == 1 ? "it" : "them"), run: fermata downloads --clear-removed"
    }

    /// The number of downloads of removed songs: `1 download of a removed song`.
    private static func removedSongsText(_ count: Int) -> String {
        CountText(count, "download of a removed song", plural: "downloads of removed songs").text
    }
}

/// The keys of the result of removing a group of downloads.
public enum ClearedDownloadsField: String, RowField {
    case cleared

    public var valueKind: FieldKind { .number }
}

extension ClearedDownloadsModel: RowModel {
    public func value(of field: ClearedDownloadsField) -> FieldValue {
        switch field {
        case .cleared: .integer(count)
        }
    }

    package static let table = TableModel<ClearedDownloadsModel>([
        .init("Downloads", .share(1), priority: 1) { .paragraph($0.text) }
    ])
}

/// A row about a difference between the downloads folder and the library, and its repair.
public struct DownloadIssueCellModel: Equatable, Sendable {
    private let issue: DownloadIssue

    public init(_ issue: DownloadIssue) { self.issue = issue }

    /// `missing`, `changed`, `unknown` or `abandoned`.
    public var kind: String {
        switch issue.kind {
        case .missing: "missing"
        case .changed: "changed"
        case .unknown: "unknown"
        case .abandoned: "abandoned"
        }
    }

    public var file: String { issue.file }

    /// The issue and its repair: `The file is missing. The song is marked as not downloaded.`
    public var text: String {
        switch issue.kind {
        case .missing: "The file is missing. The song is marked as not downloaded."
        case .changed:
            "The file was changed. It was renamed, and the song is marked as not downloaded."
        case .unknown: "The file is complete but was not recorded. The song is marked as downloaded."
        case .abandoned: "The file is an abandoned partial download. It was removed."
        }
    }
}

/// The keys of a row about a download issue.
public enum DownloadIssueField: String, RowField {
    case kind, file, id
}

extension DownloadIssueCellModel: RowModel {
    public func value(of field: DownloadIssueField) -> FieldValue {
        switch field {
        case .kind: .text(kind)
        case .file: .text(file)
        case .id: .text(issue.music.description)
        }
    }

    package static let table = TableModel<DownloadIssueCellModel>([
        .init("File", .share(3), priority: 2) { .plain($0.file) },
        .init("Issue", .share(4), priority: 1) { .paragraph($0.text) },
    ])
}
