import ArgumentParser
import FermataPresentation

extension LibraryCommand {
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Look for damage in the library's file and in downloads.",
            discussion: """
                Compares indexes with tables, the search index and sort keys with the songs, and references with rows. \
                If the library's file is intact, it also compares downloads with their digests and repairs \
                differences, as “fermata downloads --check” does.
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ file: LibraryFileDataSource, on console: Console) async throws {
            try output.checkFields(of: LibraryFindingCellModel.table)
            let findings = try await file.check()
            try await output.print(LibraryFindingCellModel.table, rows: findings, on: console)
            if let problem = file.problem(of: findings) { throw problem }
        }
    }
}
