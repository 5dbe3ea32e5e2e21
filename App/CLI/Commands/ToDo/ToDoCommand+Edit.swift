import ArgumentParser
import FermataDomain
import FermataPresentation

extension ToDoCommand {
    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change a to-do.",
            discussion:
                "Only the given values change; an empty value (--due \"\") clears one. The to-do keeps its number, its "
                + "place in the list, and whether it is done. A changed address is looked up.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The to-do's number, as the list shows it.")
        var number: Int

        @Option(help: "Its title.")
        var title: String?

        @Option(help: "Its description.")
        var description: String?

        @Option(parsing: .unconditional, help: ToDoCommand.dueHelp)
        var due: String?

        @Option(help: "The name of the place.")
        var place: String?

        @Option(
            help: """
                The address of the place: a town, an address that ends with town and country, or a coordinate such as \
                37.5665,126.9780.
                """)
        var address: String?

        @Option(help: "A song that it is about: the first characters of its id, or words that find it.")
        var music: String?

        @Option(help: "The name of an artist that it is about.")
        var artist: String?

        func validate() throws {
            if music != nil && artist != nil { throw ValidationError("Choose one of --music and --artist.") }
            if [title, description, due, place, address, music, artist].allSatisfy({ $0 == nil }) {
                throw ValidationError("Add what to change, such as --title or --due.")
            }
        }

        func run(
            _ toDos: ToDoListDataSource, music songs: MusicListDataSource, artists: ArtistDataSource,
            on console: Console
        ) async throws {
            try output.checkFields(of: ToDoCellModel.table)
            var input = try await toDos.input(of: number)
            input.title = title ?? input.title
            input.description = description ?? input.description
            input.date = due ?? input.date
            input.place = place ?? input.place
            input.address = address ?? input.address
            let edited = try await toDos.edit(number, input, about: try await subject(in: songs, artists))
            try await output.print(ToDoCellModel.table, rows: [edited.row], on: console)
            for message in edited.commandLineMessages { console.note(message) }
        }

        /// Returns nil if the subject stays, and `.some(nil)` if it is cleared.
        private func subject(
            in songs: MusicListDataSource, _ artists: ArtistDataSource
        ) async throws -> ToDoSubject?? {
            switch (music, artist) {
            case (nil, nil): nil
            case ("", _), (_, ""): .some(nil)
            case (let music?, _): .music(try await songs.only(music))
            case (nil, let artist?): .artist(try await artists.find(artist).name)
            }
        }
    }
}
