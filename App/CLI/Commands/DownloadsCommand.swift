import ArgumentParser
import FermataDomain
import FermataPresentation
import Synchronization

struct DownloadsCommand: ParsableCommand {
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
