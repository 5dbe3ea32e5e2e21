import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

struct SyncCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Read all sources, or the named ones, into the library.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Names of sources (default: all).")
    var names: [String] = []

    typealias Dependencies = (sources: SourcesDataSource, weeklyCheck: CheckLibraryWeeklyUsecase, now: () -> Date)

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.sources, application.health.weeklyCheck, application.clock.now)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (sources, weeklyCheck, now) = dependencies
        try output.checkFields(of: SyncResultCellModel.table)
        var results: [SyncResultCellModel] = []
        var throttle = Throttle()
        do {
            defer { console.endProgress() }
            for try await update in sources.sync(names) {
                switch update {
                case .progress(let line): if throttle.isDue(at: now()) { console.progress(line.text) }
                case .result(let row): results.append(row)
                }
            }
        } catch {
            if !results.isEmpty { try await print(results, on: console) }
            throw error
        }
        try await print(results, on: console)
        _ = try? await weeklyCheck.execute()  // a check that fails is repeated by the next sync
        if let problem = results.compactMap(\.problem).first { throw ExitCode(problem.kind.exitCode) }
    }

    private func print(_ results: [SyncResultCellModel], on console: Console) async throws {
        try await output.print(SyncResultCellModel.table, rows: results, on: console)
        for row in results {
            for line in row.notes { console.note(line) }
            if let problem = row.problem { console.note(ErrorReport(problem).message) }
            if let text = row.incompleteText { console.note(text) }
        }
    }
}
