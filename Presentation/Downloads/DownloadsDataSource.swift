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
    public func count() async throws -> Int {
        try await getDownloads.count()
    }

    /// A message about downloads of songs that have left the library, which no list contains; nil if there are none.
    public func removedMusicNotice() async throws -> String? {
        DownloadsNotice(removedMusic: try await getDownloads.count(of: .ofRemovedMusic))?.text
    }

    /// The rows, each with the state of its download.
    public func tracks(_ rows: [MusicCellModel]) async throws -> [TrackCellModel] {
        let states = try await getDownloads.states(of: rows.map(\.id))
        return rows.map { TrackCellModel($0.music, download: states[$0.id], for: audience) }
    }

    /// Queues music for the next run. Throws `MusicError`, `LibraryError` or `DownloadError`.
    public func request(_ ids: [MusicID]) async throws {
        try await downloadMusic.request(ids)
    }

    /// The queued music that is not downloaded yet, in the order of requests. Throws `LibraryError`.
    public func pending() async throws -> [MusicID] {
        try await downloadMusic.pending()
    }

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
    public func remove(_ id: MusicID) async throws -> Bool {
        try await removeDownload.execute(id)
    }

    /// Removes the downloads of several songs, and returns their number as a text.
    ///
    /// Throws `MusicError.notFound` before anything is removed.
    public func remove(_ ids: [MusicID]) async throws -> RemovedDownloadsText {
        RemovedDownloadsText(count: try await removeDownload.execute(ids))
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
