import ArgumentParser

struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Check, repair, back up, restore, export and import the library.",
        subcommands: [Check.self, Repair.self, Backup.self, Restore.self, Export.self, Import.self])
}
