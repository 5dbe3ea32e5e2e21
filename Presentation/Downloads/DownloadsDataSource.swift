public import FermataDomain

/// Feeds the list of downloads, and tells how those come on that are asked for.
public struct DownloadsDataSource: Sendable {
    private let getDownloads: GetDownloadsUsecase
    private let downloadMusic: DownloadMusicUsecase
    private let removeDownload: RemoveDownloadUsecase
    private let checkDownloads: CheckDownloadsUsecase

    public init(
        getDownloads: GetDownloadsUsecase, downloadMusic: DownloadMusicUsecase, removeDownload: RemoveDownloadUsecase,
        checkDownloads: CheckDownloadsUsecase
    ) {
        self.getDownloads = getDownloads
        self.downloadMusic = downloadMusic
        self.removeDownload = removeDownload
        self.checkDownloads = checkDownloads
    }

    /// The window of all downloads, whatever their state, by title.
    public func list(window: Window) async throws -> [DownloadCellModel] {
        try await getDownloads.execute(window).map(DownloadCellModel.init)
    }

    /// How many downloads there are, whatever their state.
    public func count() async throws -> Int {
        try await getDownloads.count()
    }

    /// The same rows, each with how far its download has come.
    public func tracks(_ rows: [MusicCellModel]) async throws -> [TrackCellModel] {
        let states = try await getDownloads.states(of: rows.map(\.id))
        return rows.map { TrackCellModel($0.music, download: states[$0.id]) }
    }

    /// Notes that music is wanted, for a run to download. Throws `LibraryError`.
    public func want(_ ids: [MusicID]) async throws {
        try await downloadMusic.want(ids)
    }

    /// What was asked for earlier and is not there, in the order of asking. Throws `LibraryError`.
    public func wanted() async throws -> [MusicID] {
        try await downloadMusic.wanted()
    }

    /// Downloads music while the sequence is iterated, `jobs` pieces at a time, and returns each when it ends.
    public func run(_ ids: [MusicID], jobs: Int) -> any AsyncSequence<DownloadCellModel, any Error> & Sendable {
        downloadMusic.execute(ids, jobs: jobs).converted(DownloadCellModel.init)
    }

    /// Downloads all music that was requested earlier and is missing, as `run` does.
    public func resume(jobs: Int) -> any AsyncSequence<DownloadCellModel, any Error> & Sendable {
        downloadMusic.resume(jobs: jobs).converted(DownloadCellModel.init)
    }

    /// Each download that moves, from now on, until the consumer stops.
    public func changes() -> some AsyncSequence<DownloadCellModel, Never> & Sendable {
        getDownloads.changes().map(DownloadCellModel.init)
    }

    /// Removes what is kept of some music, and answers whether there was something.
    ///
    /// Throws `MusicError.notFound` or `.restricted`.
    @discardableResult
    public func remove(_ id: MusicID) async throws -> Bool {
        try await removeDownload.execute(id)
    }

    /// Mends the folder, and answers what was found of music that the listener may have. Throws `LibraryError`.
    public func check() async throws -> [DownloadIssueCellModel] {
        try await checkDownloads.execute().map(DownloadIssueCellModel.init)
    }
}
