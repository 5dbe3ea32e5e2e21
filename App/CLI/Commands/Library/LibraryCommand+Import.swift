import ArgumentParser
import FermataDomain
import FermataPresentation

extension LibraryCommand {
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the documents of an export to the library.",
            discussion: """
                Nothing is added twice or removed. Bookmarks of music that no source has provided yet wait for it.
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The folder of the documents; each of them may be missing.", completion: .directory)
        var folder: String

        func run(_ importing: ImportLibraryUsecase, documents: MakeExportDocuments, on console: Console) async throws {
            try output.checkFields(of: ImportModel.table)
            do {
                try await print(try await importing.execute(documents(folder)), on: console)
            } catch let error as LibraryImportError {
                try await print(error.summaries, on: console)
                for cause in error.causes.dropLast() { console.note(ErrorReport(ProblemModel(cause)).message) }
                if let last = error.causes.last { throw last }
            }
        }

        private func print(_ summaries: [ImportSummary], on console: Console) async throws {
            let rows = summaries.map { ImportModel($0) }
            try await output.print(ImportModel.table, rows: rows, on: console)
            for text in rows.flatMap(\.notes) { console.note(text) }
        }
    }
}
