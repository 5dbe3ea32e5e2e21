import ArgumentParser
import FermataData
import FermataDomain
import FermataPresentation
import Foundation

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Read the sources, or the named ones, into the library.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Names of sources (default: all).")
    var names: [String] = []

    func run() async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            let progress = ProgressLine()
            let outcomes = try await app.library.refresh(named: names) { progress.show($0) }
            Console.endProgress()
            try await output.print(SyncResultCellModel.table, rows: outcomes.map(SyncResultCellModel.init))
            for outcome in outcomes { Self.tell(outcome) }
            let failures = outcomes.compactMap { if case .failed(let failure) = $0.result { failure } else { nil } }
            if let first = failures.first { throw ReportedFailure(first) }
        }
    }

    private static func tell(_ outcome: SyncResult) {
        tellSkipped(outcome.summary, "record", of: outcome.source)
        if let playlists = outcome.playlists { tellSkipped(playlists, "playlist", of: outcome.source) }
        if case .failed(let failure) = outcome.result { Console.note(ErrorReport(failure).message) }
    }

    private static func tellSkipped(_ summary: SyncSummary, _ kind: String, of source: String) {
        for record in summary.rejected {
            Console.note("\(source): skipped \(kind) \(record.position): \(SafeText(record.reason).text)")
        }
        let more = summary.rejectedCount - summary.rejected.count
        if more > 0 { Console.note("\(source): skipped " + CountText(more, "more " + kind).text) }
    }
}

/// A failure that was told already, and that now decides how the program ends.
struct ReportedFailure: Error {
    let failure: SourceFailure

    init(_ failure: SourceFailure) {
        self.failure = failure
    }
}
