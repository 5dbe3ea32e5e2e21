import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

struct DownloadCommand: ParsableCommand {
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

    /// `defaultJobs` is how many downloads run in parallel without the option.
    func run(
        _ downloads: DownloadsDataSource, _ music: MusicSelection, jobs defaultJobs: Int,
        now: @escaping @Sendable () -> Date, on console: Console
    ) async throws {
        try output.checkFields(of: DownloadCellModel.commandTable)
        var songs = DownloadSelection(isRemoval: remove)
        guard try await selection.add(to: &songs, from: music, on: console) else { return }
        if remove { return console.note(try await downloads.remove(songs.ids).text) }
        if let text = songs.skippedText { console.note(text) }
        let resumes = selection.isEmpty
        let session = DownloadSession(downloads, now: now, console: console)
        let table = DownloadCellModel.commandTable.whenEmpty(resumes ? .nothingToResume : .nothingToDownload)
        let ids = resumes ? nil : songs.ids
        let (all, failures) = try await output.printEach(table, on: console) { print in
            try await session.run(ids, jobs: jobs ?? defaultJobs, print: print)
        }
        failures.sentences.forEach(console.note)
        if failures.count > 0 { throw DownloadsFailedError(count: failures.count, of: all) }
    }
}
