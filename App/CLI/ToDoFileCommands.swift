import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

extension ToDoCommand {
    struct Import: OpenLibraryCommand {
        static let opening = LibraryOpening.creating
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the to-dos of a file: iCalendar (.ics) or property list (.plist).",
            discussion: "To-dos that the list has already are not added again.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var file: ToDoFileOptions

        typealias Dependencies = (toDos: ImportToDosUsecase, document: MakeToDoDocument)

        static func dependencies(_ application: FermataApplication) -> Dependencies {
            (application.importToDos, application.toDoDocument)
        }

        func run(_ dependencies: Dependencies, on console: Console) async throws {
            try output.checkFields(of: ToDoImportModel.table)
            let document = file.document(orDevice: "/dev/stdin", dependencies.document)
            do {
                let summary = try await dependencies.toDos.execute(document)
                try await print(summary, on: console)
                if summary == ToDoImportSummary() {
                    console.note("\(file.path) has no to-dos. Events, notes and other entries are not imported.")
                }
                if summary.isOfRejectedOnly {
                    throw ToDoDocumentError.invalid(path: file.path, .noValidToDos)
                }
            } catch let error as ToDoImportError {
                if error.summary != ToDoImportSummary() { try await print(error.summary, on: console) }
                throw error.cause
            }
        }

        private func print(_ summary: ToDoImportSummary, on console: Console) async throws {
            let row = ToDoImportModel(summary)
            try await output.print(ToDoImportModel.table, rows: [row], on: console)
            for text in row.incompleteTexts + row.rejectedTexts { console.note(text) }
        }
    }

    struct Export: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write all to-dos to a file: iCalendar (.ics) or property list (.plist).")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var file: ToDoFileOptions

        @Flag(name: .shortAndLong, help: "Replace an existing file.")
        var force = false

        /// `library` is the path of the library, which must not be overwritten.
        typealias Dependencies = (toDos: ExportToDosUsecase, library: String, document: MakeToDoDocument)

        static func dependencies(_ application: FermataApplication) -> Dependencies {
            (application.exportToDos, application.settings.library, application.toDoDocument)
        }

        /// Throws `ToDoDocumentError` for an existing file, unless it may be replaced, before the library is opened.
        func withDependencies(
            from runner: CommandRunner, _ body: (Dependencies) async throws -> Void
        ) async throws {
            if !force, file.replacesFile { throw ToDoDocumentError.cannotWrite(path: file.path, .exists) }
            try await withDependencies(from: runner, settings: try await runner.settings(global), body)
        }

        func run(_ dependencies: Dependencies, on console: Console) async throws {
            let (toDos, library, document) = dependencies
            if file.isSameFile(as: library) {
                throw ToDoDocumentError.cannotWrite(path: file.path, .isLibrary)
            }
            try await toDos.execute(into: file.document(orDevice: "/dev/stdout", document))
            if !file.isDevice { console.note("The to-dos are in \(file.path).") }
        }
    }
}

/// A file of to-dos and its format.
struct ToDoFileOptions: ParsableArguments {
    @Argument(help: "The file’s path, or - for standard input or output.", completion: .file())
    var path: String

    @Option(help: "Its format: ics or plist (default: by the ending of its name).")
    var format: ToDoFileFormat?

    var isDevice: Bool { path == "-" }
    /// Whether an export would replace a file; see `ExportFile`.
    var replacesFile: Bool { !isDevice && ExportFile(path: path).replacesFile }

    /// Whether the path leads to the library or to one of SQLite's files beside it.
    func isSameFile(as library: String) -> Bool { !isDevice && ExportFile(path: path).isSameFile(as: library) }

    func validate() throws {
        if known == nil {
            throw ValidationError(
                "The format of “\(path)” is unknown. End its name in .ics or .plist, or add --format.")
        }
    }

    /// The document at the path, or at a device if the path is a hyphen.
    func document(orDevice device: String, _ make: MakeToDoDocument) -> any ToDoDocument {
        make(known ?? .ics, URL(filePath: isDevice ? device : path))
    }

    private var known: ToDoFileFormat? {
        format ?? ToDoFileFormat(rawValue: URL(filePath: path).pathExtension.lowercased())
    }
}

extension ToDoFileFormat: ExpressibleByArgument {}

/// The path to which a command writes a file.
struct ExportFile {
    let path: String

    /// Whether a file would be replaced, or created elsewhere through a symbolic link.
    ///
    /// Folders, pipes and devices are refused later.
    var replacesFile: Bool {
        var status = stat()
        guard let file = Self.status(of: path) else { return lstat(path, &status) == 0 }
        return file.st_mode & S_IFMT == S_IFREG
    }

    /// Whether the path leads to the library or to one of SQLite's files beside it.
    func isSameFile(as library: String) -> Bool {
        guard let file = Self.status(of: path) else { return false }
        return ["", "-wal", "-shm"].contains { ending in
            let status = Self.status(of: library + ending)
            return status?.st_ino == file.st_ino && status?.st_dev == file.st_dev
        }
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }
}
