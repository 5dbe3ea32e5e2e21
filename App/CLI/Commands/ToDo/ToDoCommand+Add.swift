import ArgumentParser
import FermataDomain
import FermataPresentation

extension ToDoCommand {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a to-do: what to hear next, where and when.",
            discussion:
                "An equal to-do is not added twice. The address is looked up, so that “todo show” can draw a map.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "Its title.")
        var title: [String]

        @Option(help: "Its description.")
        var description = ""

        @Option(parsing: .unconditional, help: ToDoCommand.dueHelp)
        var due = ""

        @Option(help: "The name of the place (default: its address).")
        var place = ""

        @Option(
            help: """
                The address of the place: a town, an address that ends with town and country, or a coordinate such as \
                37.5665,126.9780.
                """)
        var address = ""

        @Option(help: "A song that it is about: the first characters of its id, or words that find it.")
        var music: String?

        @Option(help: "The name of an artist that it is about.")
        var artist: String?

        func validate() throws {
            if music != nil && artist != nil { throw ValidationError("Choose one of --music and --artist.") }
        }

        func run(
            _ toDos: ToDoListDataSource, music songs: MusicListDataSource, artists: ArtistDataSource,
            on console: Console
        ) async throws {
            try output.checkFields(of: ToDoCellModel.table)
            var input = toDos.input
            (input.title, input.description, input.date) = (title.joined(separator: " "), description, due)
            (input.place, input.address) = (place, address)
            let added = try await toDos.add(input, about: try await subject(in: songs, artists))
            try await output.print(ToDoCellModel.table, rows: [added.row], on: console)
            for message in added.commandLineMessages { console.note(message) }
        }

        private func subject(
            in songs: MusicListDataSource, _ artists: ArtistDataSource
        ) async throws -> ToDoSubject? {
            if let music { return .music(try await songs.only(music)) }
            if let artist { return .artist(try await artists.find(artist).name) }
            return nil
        }
    }
}
