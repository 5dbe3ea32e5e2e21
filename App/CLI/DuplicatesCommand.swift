import ArgumentParser
import FermataPresentation

struct DuplicatesCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates", abstract: "List songs that are the same recording or have the same audio.",
        discussion: """
            Songs are the same recording if a source states the same MusicBrainz id for them. Files of folders have the \
            same audio if they differ in their tags only; downloaded files, if they are equal. Equal titles alone are no \
            duplicates. Songs that several sources provide are listed once.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    static func dependencies(_ application: FermataApplication) -> DuplicatesDataSource { application.duplicates }

    func run(_ duplicates: DuplicatesDataSource, on console: Console) async throws {
        try output.checkFields(of: DuplicateCellModel.table)
        try await output.print(
            DuplicateCellModel.table, section: { $0.heading }, rows: duplicates.list(), on: console)
    }
}
