import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

extension ToDoCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the to-dos of a file: iCalendar (.ics) or property list (.plist).",
            discussion: "What is there already is not doubled.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var file: ToDoFileOptions

        func run() async throws {
            let document = file.document(orDevice: "/dev/stdin")
            try await Composition.run(try await Settings(arguments: global)) { app in
                do {
                    let summary = try await app.importToDos.execute(document)
                    try await tell(summary)
                    if summary == ToDoImportSummary() {
                        Console.note("There is no to-do in \(file.path); events, notes and the like are not read.")
                    }
                    if summary.isOfRejectedOnly {
                        throw ToDoDocumentError.invalid(
                            path: file.path, reason: "none of the to-dos in it can be read")
                    }
                } catch let error as ToDoImportError {
                    if error.summary != ToDoImportSummary() { try await tell(error.summary) }
                    throw error.cause
                }
            }
        }

        private func tell(_ summary: ToDoImportSummary) async throws {
            let row = ToDoImportModel(summary)
            try await output.print(ToDoImportModel.table, rows: [row])
            for text in row.rejectedTexts { Console.note(SafeText(text).text) }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write all to-dos to a file: iCalendar (.ics) or property list (.plist).")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var file: ToDoFileOptions

        @Flag(name: .shortAndLong, help: "Replace a file that is there.")
        var force = false

        func run() async throws {
            let document = file.document(orDevice: "/dev/stdout")
            if !force, file.replacesFile {
                throw ToDoDocumentError.cannotWrite(path: file.path, .exists)
            }
            let settings = try await Settings(arguments: global)
            try await Composition.run(settings) { app in
                if file.leads(to: settings.library) {
                    throw ToDoDocumentError.cannotWrite(path: file.path, .isLibrary)
                }
                try await app.exportToDos.execute(into: document)
                if !file.isDevice { Console.note("The to-dos are in \(file.path).") }
            }
        }
    }
}
