import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Check, repair, back up, restore, export and import the library.",
        subcommands: [Check.self, Repair.self, Backup.self, Restore.self, Export.self, Import.self])

    struct Check: LibraryFileCommand {
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

    struct Repair: LibraryFileCommand {
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
            if let report { console.note(report) }
        }
    }

    struct Backup: RunnableCommand {
        /// How long a backup runs before its progress is shown.
        private static let quietSeconds = 1.0
        static let configuration = CommandConfiguration(
            commandName: "backup", abstract: "Copy the library to a file while other programs may use it.",
            discussion: "The file appears only after it is complete, durable and compared with the library.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The new file.", completion: .file())
        var file: String

        @Flag(name: .shortAndLong, help: "Replace an existing file.")
        var force = false

        typealias Dependencies = (backUp: BackUpLibraryUsecase, now: () -> Date)

        func withDependencies(
            from runner: CommandRunner, _ body: (Dependencies) async throws -> Void
        ) async throws {
            let backups = try await runner.settings(global).backups(now: runner.clock.now)
            try await body((BackUpLibraryUsecase(repository: backups), runner.clock.now))
        }

        func run(_ dependencies: Dependencies, on console: Console) async throws {
            let (backUp, now) = dependencies
            let started = now()
            var throttle = Throttle()
            defer { console.endProgress() }
            for try await event in backUp.execute(to: file, replacing: force) {
                switch event {
                case .progress(let progress):
                    let time = now()
                    guard time.timeIntervalSince(started) >= Self.quietSeconds, throttle.isDue(at: time) else {
                        continue
                    }
                    console.progress(progress.text)
                case .finished(let backup):
                    console.endProgress()
                    console.note(backup.text)
                }
            }
        }
    }

    struct Restore: RunnableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Replace the library by a backup, and store the replaced one beside it.",
            discussion: "The backup is checked completely before anything changes. The backup itself stays unchanged.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The backup.", completion: .file())
        var file: String

        @Flag(name: .shortAndLong, help: "Replace the library without confirmation.")
        var force = false

        typealias Dependencies = (restore: RestoreLibraryUsecase, style: DateStyle)

        func withDependencies(
            from runner: CommandRunner, _ body: (Dependencies) async throws -> Void
        ) async throws {
            let settings = try await runner.settings(global)
            try runner.storage.prepare(settings)
            let restore = RestoreLibraryUsecase(
                repository: settings.backups(now: runner.clock.now), listener: settings.listener)
            try await body((restore, DateStyle(localeName: settings.localeName)))
        }

        func run(_ dependencies: Dependencies, on console: Console) async throws {
            let (restore, style) = dependencies
            let model = RestoreModel(file, style: style)
            let restored = try await restore.execute(file) { [force] replacement in
                try force || console.confirm(model.question(replacement), .restoring)
            }
            console.note(model.resultText(restored))
        }
    }

    struct Export: OpenLibraryCommand {
        // Opening would create a missing library.
        static let opening = LibraryOpening.filled
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write sources, bookmarks, playlists and to-dos as plain documents.",
            discussion: "The addresses of sources are written with their queries, which may contain secrets.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The folder; it is made if it does not exist.", completion: .directory)
        var folder: String

        @Flag(name: .shortAndLong, help: "Replace the documents of an earlier export.")
        var force = false

        typealias Dependencies = (export: ExportLibraryUsecase, documents: MakeExportDocuments)

        static func dependencies(_ application: FermataApplication) -> Dependencies {
            (application.exportLibrary, application.exportDocuments)
        }

        func run(_ dependencies: Dependencies, on console: Console) async throws {
            let (export, documents) = dependencies
            try output.checkFields(of: ExportModel.table)
            let counts = try await export.execute(into: documents(folder), replacing: force)
            try await output.print(ExportModel.table, rows: ExportModel.rows(counts), on: console)
            if output.isTable { console.note(ExportModel.resultText(folder: folder)) }
        }
    }

    struct Import: OpenLibraryCommand {
        static let opening = LibraryOpening.creating
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the documents of an export to the library.",
            discussion: """
                Nothing is added twice or removed. Bookmarks of music that no source has provided yet wait for it.
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The folder of the documents; each of them may be missing.", completion: .directory)
        var folder: String

        typealias Dependencies = (importing: ImportLibraryUsecase, documents: MakeExportDocuments)

        static func dependencies(_ application: FermataApplication) -> Dependencies {
            (application.importLibrary, application.exportDocuments)
        }

        func run(_ dependencies: Dependencies, on console: Console) async throws {
            let (importing, documents) = dependencies
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

/// A command that uses the library's file, which is not opened as a library, because it may be damaged.
protocol LibraryFileCommand: RunnableCommand where Dependencies == LibraryFileDataSource {
    var global: GlobalOptions { get }
}

extension LibraryFileCommand {
    func withDependencies(
        from runner: CommandRunner, _ body: (LibraryFileDataSource) async throws -> Void
    ) async throws {
        let settings = try await runner.settings(global)
        let services = LibraryHealthServices(settings, now: runner.clock.now)
        try await body(
            services.dataSource {
                try await runner.open(settings, .creating) { try await $0.checkDownloads.execute() }
            })
    }
}
