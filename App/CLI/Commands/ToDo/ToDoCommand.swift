import ArgumentParser
import FermataDomain
import FermataPresentation

struct ToDoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo", abstract: "List, add, change and check off to-dos: what to hear next, where and when.",
        subcommands: [
            List.self, Add.self, Edit.self, Check.self, Uncheck.self, Show.self, Remove.self, Import.self, Export.self,
        ])

    /// The help of the option `--due`.
    static let dueHelp: ArgumentHelp =
        "A day, and a time after it if you like: 2026-12-24, 12/24/2026, tomorrow, friday, +3d, +2w, “friday 19:30”."

    @OptionGroup var options: ToDoListOptions

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The same as “fermata todo” alone.")

        @OptionGroup var options: ToDoListOptions
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a to-do in full, with a map of its place.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The to-do's number, as the list shows it.")
        var number: Int

        func run(_ toDos: ToDoListDataSource, on console: Console) async throws {
            let screen = try await toDos.detail(number)
            guard output.printsText else {
                return try await output.print(ToDoCellModel.table, rows: [screen.row], on: console)
            }
            var lines = screen.numberedLines.map {
                DetailLine(label: $0.label, text: $0.text, columns: console.outputColumns).text
            }
            if let map = screen.map { lines += [""] + TextMap(map).lines }
            try console.print(lines.joined(separator: "\n") + "\n")
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "check", abstract: "Check to-dos off.")

        @OptionGroup var options: ToDoNumberOptions
    }

    struct Uncheck: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uncheck", abstract: "Move done to-dos back to the open ones.")

        @OptionGroup var options: ToDoNumberOptions
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove to-dos permanently.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The to-dos' numbers, as the list shows them.")
        var numbers: [Int]

        @Flag(name: .shortAndLong, help: "Remove without confirmation.")
        var force = false

        func run(_ toDos: ToDoListDataSource, on console: Console) async throws {
            guard try await isConfirmed(toDos, on: console) else { return console.note(RemovalText.cancelled) }
            try await toDos.remove(numbers)
            console.note("Removed \(CountText(Set(numbers).count, "to-do").text).")
        }

        private func isConfirmed(_ toDos: ToDoListDataSource, on console: Console) async throws -> Bool {
            if force { return true }
            var titles: [String] = []
            for number in numbers { titles.append(try await toDos.detail(number).title.text) }
            return try console.confirm("Remove \(titles.map { "“\($0)”" }.joined(separator: ", "))?")
        }
    }
}

extension MusicListDataSource {
    /// Returns the one song that a text names for a to-do. Throws `MusicError` and `SeveralSongsError`.
    func only(_ text: String) async throws -> MusicID {
        let found = try await songs(named: [text], for: .planToDo) { throw $0 }
        guard let song = found?.rows.first else { throw MusicError.notFound(text) }
        return song.id
    }
}

struct ToDoNumberOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The to-dos' numbers, as the list shows them.")
    var numbers: [Int]

    /// Checks or unchecks the to-dos and prints their rows; changes nothing if a number does not exist.
    func setDone(_ isDone: Bool, _ toDos: ToDoListDataSource, on console: Console) async throws {
        try output.checkFields(of: ToDoCellModel.table)
        let rows = try await toDos.setDone(isDone, of: numbers)
        try await output.print(ToDoCellModel.table, section: \.sectionTitle, rows: rows, on: console)
    }
}
