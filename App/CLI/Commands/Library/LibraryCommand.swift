import ArgumentParser

struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Back up, restore, export and import the library.",
        subcommands: [Backup.self, Restore.self, Export.self, Import.self])
}
