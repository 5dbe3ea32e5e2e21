import ArgumentParser
import FermataPresentation

extension LibraryCommand {
    struct Repair: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "repair", abstract: "Copy what is readable in a damaged library into a new one.",
            discussion: """
                The damaged file stays unchanged beside the new one. An intact library that an earlier version made gets \
                checksums, if no other program is using it.
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ file: LibraryFileDataSource, on console: Console) async throws {
            try output.checkFields(of: LibraryRepairCellModel.table)
            let (rows, report) = try await file.repair()
            let table = LibraryRepairCellModel.table
            try await output.print(report == nil ? table : table.whenEmpty(.none), rows: rows, on: console)
            if let report { console.note(report.text) }
        }
    }
}
