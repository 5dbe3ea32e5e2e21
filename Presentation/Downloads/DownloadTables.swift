import FermataDomain

extension DownloadCellModel {
    /// The table with the reason of each failed download.
    package static let table = makeTable(
        .init("State", .share(3), priority: 5) { .plain($0.stateText) })
    /// The table of a command, which states the reasons of failed downloads below it.
    package static let commandTable = makeTable(
        .init("State", .fixed(14), priority: 5) { .plain($0.isProblem ? $0.state : $0.stateText) })

    private static func makeTable(_ state: TableModel<DownloadCellModel>.Column) -> TableModel<DownloadCellModel> {
        TableModel(
            [
                .init("ID", .fixed(10), priority: 3, isDim: true, isCommandID: true) { .plain($0.shortID) },
                .init("", .fixed(3), priority: 1) { .marks($0.marks) },
                .init("Title", .share(4), priority: 6) { .plain($0.title) },
                .init("Artist", .share(2), priority: 2) { .plain($0.artist) },
                .init("Size", .fixed(16), .trailing, priority: 4) { .plain($0.sizeText) },
                state,
            ], emptyText: .downloads)
    }

    private var marks: MusicMarks { MusicCellModel(download.music).marks }
}

extension DownloadIssueCellModel {
    package static let table = TableModel<DownloadIssueCellModel>([
        .init("File", .share(3), priority: 2) { .plain($0.file) },
        .init("Issue", .share(4), priority: 1) { .paragraph($0.text) },
    ])
}

extension ClearedDownloadsModel {
    package static let table = TableModel<ClearedDownloadsModel>([
        .init("Downloads", .share(1), priority: 1) { .paragraph($0.text) }
    ])
}

extension EmptyListText {
    /// A list of downloads.
    package static let downloads = EmptyListText(
        "No song in the library is downloaded.",
        commandLine: "Songs of folders need no download. Download others for offline use: fermata download WORDS",
        tui: "Press d on a song to download it.", web: "The menu of a row downloads it.")
    /// A selection of music without anything to download.
    package static let nothingToDownload = EmptyListText("There is nothing to download.")
    /// A library without interrupted downloads.
    package static let nothingToResume = EmptyListText("There is no download to resume.")

    /// A check of the downloads that found no issue.
    ///
    /// A restricted listener gets no report of issues of music that the listener may not see.
    package static func downloadIssues(isRestricted: Bool) -> EmptyListText {
        EmptyListText(
            isRestricted
                ? "No issue was found with downloads that you may see." : "The folder and the library agree.")
    }
}
