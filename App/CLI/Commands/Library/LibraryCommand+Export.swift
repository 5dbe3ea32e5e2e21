import ArgumentParser
import FermataDomain
import FermataPresentation

extension LibraryCommand {
    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write sources, bookmarks, playlists and to-dos as plain documents.",
            discussion: "The addresses of sources are written with their queries, which may contain secrets.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The folder; it is made if it does not exist.", completion: .directory)
        var folder: String

        @Flag(name: .shortAndLong, help: "Replace the documents of an earlier export.")
        var force = false

        func run(_ export: ExportLibraryUsecase, documents: MakeExportDocuments, on console: Console) async throws {
            try output.checkFields(of: ExportModel.table)
            let counts = try await export.execute(into: documents(folder), replacing: force)
            try await output.print(ExportModel.table, rows: ExportModel.rows(counts), on: console)
            if output.isTable { console.note(ExportModel.resultText(folder: folder)) }
        }
    }
}

/// Makes the documents of an export in a folder.
typealias MakeExportDocuments = @Sendable (_ folder: String) -> any ExportDocuments
