import ArgumentParser
import FermataDomain
import FermataPresentation

struct ToDoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo", abstract: "List what to hear next, where and when; add to it, and check it off.",
        subcommands: [
            List.self, Add.self, Check.self, Uncheck.self, Show.self, Remove.self, Import.self, Export.self,
        ])

    @OptionGroup var options: ToDoListOptions

    func run() async throws { try await options.list() }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The same as “fermata todo” alone.")

        @OptionGroup var options: ToDoListOptions

        func run() async throws { try await options.list() }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show all of a to-do, with a map of its place.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "Its number, as the list shows it.")
        var number: Int

        func run() async throws {
            try await Composition.run(try await Settings(arguments: global)) { app in
                let screen = try await app.toDos.detail(number)
                guard output.isTable else {
                    return try await output.print(ToDoCellModel.table, rows: [screen.row])
                }
                var lines = screen.lines.map { DetailLine(label: $0.label, text: $0.text).text }
                if let map = screen.map { lines += [""] + TextMap(map).lines }
                try StandardOutput.print(lines.joined(separator: "\n") + "\n")
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "check", abstract: "Check to-dos off.")

        @OptionGroup var options: ToDoNumberOptions

        func run() async throws { try await options.setDone(true) }
    }

    struct Uncheck: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uncheck", abstract: "Move what is done back to what is to be done.")

        @OptionGroup var options: ToDoNumberOptions

        func run() async throws { try await options.setDone(false) }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove to-dos for good.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "Their numbers, as the list shows them.")
        var numbers: [Int]

        @Flag(name: .shortAndLong, help: "Do not ask.")
        var force = false

        func run() async throws {
            try await Composition.run(try await Settings(arguments: global)) { app in
                let toDos = app.toDos
                guard try await agrees(toDos) else { return Console.note("Nothing was removed.") }
                try await toDos.remove(numbers)
                Console.note("Removed \(CountText(Set(numbers).count, "to-do").text).")
            }
        }

        private func agrees(_ toDos: ToDoListDataSource) async throws -> Bool {
            if force { return true }
            var titles: [String] = []
            for number in numbers { titles.append(try await toDos.detail(number).title.text) }
            return try Console.agrees("Remove \(titles.map { "“\($0)”" }.joined(separator: ", "))?")
        }
    }
}

struct ToDoNumberOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Their numbers, as the list shows them.")
    var numbers: [Int]

    /// Changes nothing where one of them is not there; prints the rows that now hold.
    func setDone(_ isDone: Bool) async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            let rows = try await app.toDos.setDone(isDone, of: numbers)
            try await output.print(ToDoCellModel.table, section: \.sectionTitle, rows: rows)
        }
    }
}
