import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

struct DownloadCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Download songs for offline use, or resume interrupted downloads.",
        discussion: "Without a selection, it resumes every download that is not complete.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var selection: MusicSelectionOptions

    @Option(parsing: .unconditional, help: "Run at most this many downloads in parallel (default: 4).")
    var jobs: Int?

    @Option(help: "Limit all downloads together to a rate, in bytes a second: 500k or 1.5M.")
    var limitRate: ByteRate?

    @Flag(help: "Remove the downloads of these songs.")
    var remove = false

    func validate() throws {
        if let jobs, !DownloadSettings.jobsRange.contains(jobs) {
            throw ValidationError("The number of jobs must be from 1 to \(DownloadSettings.jobsRange.upperBound).")
        }
        if remove && selection.isEmpty {
            throw ValidationError("Choose what to remove: words, --bookmarked, --artist or --playlist.")
        }
    }

    /// What a download uses of the library; `jobs` is how many downloads run in parallel without the option.
    typealias Dependencies = (
        downloads: DownloadsDataSource, music: SelectionDataSources, jobs: Int, now: @Sendable () -> Date
    )

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (
            application.downloads(for: .user), application.selection, application.settings.downloads.jobs,
            application.clock.now
        )
    }

    func withDependencies(
        from runner: CommandRunner, _ body: (Dependencies) async throws -> Void
    ) async throws {
        var settings = try await runner.settings(global)
        if let limitRate { settings.downloads.rate = limitRate }
        try await withDependencies(from: runner, settings: settings, body)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (downloads, music, defaultJobs, now) = dependencies
        try output.checkFields(of: DownloadCellModel.commandTable)
        var songs = DownloadSelection(isRemoval: remove)
        guard try await selection.add(to: &songs, from: music, on: console) else { return }
        if remove { return console.note(try await downloads.remove(songs.ids)) }
        if let text = songs.skippedText { console.note(text) }
        let resumes = selection.isEmpty
        let session = DownloadSession(downloads: downloads, now: now, console: console)
        let table = DownloadCellModel.commandTable.whenEmpty(resumes ? .nothingToResume : .nothingToDownload)
        let ids = resumes ? nil : songs.ids
        let (all, failures) = try await output.printEach(table, on: console) { print in
            try await session.run(ids, jobs: jobs ?? defaultJobs, print: print)
        }
        failures.sentences.forEach(console.note)
        if failures.count > 0 { throw DownloadsFailedError(count: failures.count, of: all) }
    }
}

/// Downloads songs; shows a line for each running download, and prints a row for each that has ended.
struct DownloadSession {
    let downloads: DownloadsDataSource
    let now: @Sendable () -> Date
    let console: Console

    /// Downloads the songs with these ids, or resumes all incomplete downloads if it is nil.
    ///
    /// Returns how many downloads ended, and those that failed.
    func run(
        _ ids: [MusicID]?, jobs: Int, print: @escaping @Sendable (DownloadCellModel) throws -> Void
    ) async throws -> (all: Int, failures: DownloadFailuresModel) {
        let board = ProgressBoard(console, now: now)
        defer { board.lines.end() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            if console.showsProgress { group.addTask { await show(downloads.changes(), on: board) } }
            var (all, failures) = (0, DownloadFailuresModel())
            for try await row in ids.map({ downloads.run($0, jobs: jobs) }) ?? downloads.resume(jobs: jobs) {
                all += 1
                failures.add([row])
                board.show(nil, for: row.id.description)
                try board.lines.printAbove { try print(row) }
            }
            group.cancelAll()
            return (all, failures)
        }
    }

    private func show(_ changes: some AsyncSequence<DownloadCellModel, Never>, on board: ProgressBoard) async {
        var speed = DownloadSpeed()
        for await row in changes { board.show(speed.line(of: row, at: now()), for: row.id.description) }
    }
}

struct DownloadsCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "downloads", abstract: "List downloads: complete, running, waiting and failed ones.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Flag(help: "Find and repair differences between the folder of downloads and the library.")
    var check = false

    @Flag(help: "Remove all failed downloads: their songs count as not downloaded.")
    var clearFailed = false

    @Flag(help: "Remove the downloads of songs that have left the library, in any state.")
    var clearRemoved = false

    func validate() throws {
        if [check, clearFailed, clearRemoved].count(where: \.self) > 1 {
            throw ValidationError("Choose one of --check, --clear-failed and --clear-removed.")
        }
    }

    static func dependencies(_ application: FermataApplication) -> DownloadsDataSource {
        application.downloads(for: .user)
    }

    func run(_ downloads: DownloadsDataSource, on console: Console) async throws {
        if check {
            try output.checkFields(of: downloads.issueTable)
            return try await output.print(downloads.issueTable, rows: downloads.check(), on: console)
        }
        if clearFailed || clearRemoved {
            try output.checkFields(of: ClearedDownloadsModel.table)
            let cleared = try await downloads.clear(clearFailed ? .failed : .ofRemovedMusic)
            return try await output.print(ClearedDownloadsModel.table, rows: [cleared], on: console)
        }
        let table = DownloadCellModel.commandTable.whenEmpty(.downloads.ofWindow(window.window))
        let failures = Mutex(DownloadFailuresModel())
        let pages = window.pages { [isTable = output.isTable] window in
            let rows = try await downloads.list(window: window)
            if isTable { failures.withLock { $0.add(rows) } }
            return rows
        }
        try await output.print(table, pages, on: console)
        failures.withLock(\.sentences).forEach(console.note)
        if output.isTable, let notice = try await downloads.removedMusicNotice() { console.note(notice) }
    }
}
