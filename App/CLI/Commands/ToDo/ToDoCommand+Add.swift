import ArgumentParser
import FermataDomain
import FermataPresentation

extension ToDoCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add what to hear next, and where and when.",
            discussion: "One that is there already is not doubled. The coordinate of the address is looked up.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "What it is.")
        var title: [String]

        @Option(help: "More about it.")
        var description = ""

        @Option(help: "A day, or a day and a time: 2026-12-24, 12/24/2026 or “2026-12-24 19:30”.")
        var due = ""

        @Option(help: "What the place is called (default: its address).")
        var place = ""

        @Option(help: "Where it is: a town, or an address whose last parts are town and country.")
        var address = ""

        @Option(help: "The beginning of the id of music that it is about.")
        var music: String?

        @Option(help: "The name of an artist that it is about.")
        var artist: String?

        func validate() throws {
            if music != nil && artist != nil { throw ValidationError("Choose one of --music and --artist.") }
        }

        func run() async throws {
            try await Composition.run(try await Settings(arguments: global)) { app in
                let toDos = app.toDos
                var input = toDos.input
                (input.title, input.description, input.date) = (title.joined(separator: " "), description, due)
                (input.place, input.address) = (place, address)
                let added = try await toDos.add(input, about: try await subject(app))
                try await output.print(ToDoCellModel.table, rows: [added.row])
                for message in added.messages { Console.note(SafeText(message).text) }
            }
        }

        private func subject(_ app: Composition) async throws -> ToDoSubject? {
            if let music { return .music(try await app.stored.find(music).id) }
            if let artist { return .artist(try await app.artistPage.find(artist).name) }
            return nil
        }
    }
}
