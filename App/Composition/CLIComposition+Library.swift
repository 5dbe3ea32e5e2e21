import ArgumentParser
import FermataData
import FermataDomain
import FermataPresentation

extension CLIComposition {
    /// Runs a command of the group `library`; returns false for any other command.
    func performLibrary(_ command: any ParsableCommand) async throws -> Bool {
        switch command {
        case let command as LibraryCommand.Check:
            try await command.run(libraryFile(try await settings(command.global)), on: console)
        case let command as LibraryCommand.Repair:
            try await command.run(libraryFile(try await settings(command.global)), on: console)
        case let command as LibraryCommand.Backup:
            let settings = try await settings(command.global)
            try await command.run(
                BackUpLibraryUsecase(repository: backups(settings)), now: clock.now, on: console)
        case let command as LibraryCommand.Restore:
            let settings = try await settings(command.global)
            try storage.prepare(settings)
            try await command.run(
                RestoreLibraryUsecase(repository: backups(settings), listener: settings.listener),
                style: DateStyle(localeName: settings.localeName), on: console)
        case let command as LibraryCommand.Export:
            let settings = try await settings(command.global)
            // Opening would create a missing library.
            try settings.libraryFile(now: clock.now).expectContent()
            try await open(settings) {
                try await command.run($0.exportLibrary, documents: $0.exportDocuments, on: console)
            }
        case let command as LibraryCommand.Import:
            try await open(command.global) {
                try await command.run($0.importLibrary, documents: $0.exportDocuments, on: console)
            }
        default: return false
        }
        return true
    }

    /// The library's file, which is not opened as a library, because it may be damaged.
    private func libraryFile(_ settings: Settings) -> LibraryFileDataSource {
        LibraryHealthServices(settings, now: clock.now).dataSource {
            try await open(settings) { try await $0.checkDownloads.execute() }
        }
    }

    /// The backups of the library, which is not opened, because it may be missing or damaged.
    private func backups(_ settings: Settings) -> SQLiteBackupRepository {
        SQLiteBackupRepository(path: settings.library, patience: settings.patience, now: clock.now)
    }
}
