import ArgumentParser
import FermataDomain
import FermataPresentation

struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Keep music for offline use, or go on with what was broken off.",
        discussion: "Without anything named, it goes on with all that was asked for earlier and is not there.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var selection: MusicSelectionOptions

    @Option(help: "Download so many side by side (default: 4).")
    var jobs: Int?

    @Option(help: "Take no more than so much a second, such as 500k or 1.5M, all together.")
    var limitRate: ByteRate?

    @Flag(help: "Remove the downloads of this music.")
    var remove = false

    func validate() throws {
        if let jobs, !DownloadSettings.jobsRange.contains(jobs) {
            throw ValidationError("The number of jobs has to be from 1 to \(DownloadSettings.jobsRange.upperBound).")
        }
        if remove && selection.isEmpty { throw ValidationError("Say what to remove.") }
    }

    func run() async throws {
        var settings = try await Settings(arguments: global)
        if let limitRate { settings.downloads.rate = limitRate }
        let jobs = jobs ?? settings.downloads.jobs
        try await Composition.run(settings) { app in
            let ids = try await selection.ids(app)
            if remove { return try await removeAll(ids, app) }
            let isRest = selection.isEmpty
            let table = DownloadCellModel.table.whenEmpty(isRest ? .nothingToResume : .nothingToDownload)
            let (all, failed) = try await output.printEach(table) { print in
                try await DownloadSession(app.downloads).run(isRest ? nil : ids, jobs: jobs, print: print)
            }
            if failed > 0 { throw DownloadsFailed(count: failed, of: all) }
        }
    }

    private func removeAll(_ ids: [MusicID], _ app: Composition) async throws {
        var removed = 0
        for id in Set(ids) where try await app.downloads.remove(id) { removed += 1 }
        Console.note(
            removed == 0 ? "None of these is downloaded." : "Removed " + CountText(removed, "download").text + ".")
    }
}
