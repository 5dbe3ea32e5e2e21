import ArgumentParser
import FermataDomain
import FermataPresentation

struct ToDoCommand: ToDoListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo", abstract: "List, add, change and check off to-dos: what to hear next, where and when.",
        subcommands: [
            List.self, Add.self, Edit.self, Check.self, Uncheck.self, Show.self, Remove.self, Import.self, Export.self,
        ])

    @OptionGroup var options: ToDoListOptions

    struct List: ToDoListingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The same as “fermata todo” alone.")

        @OptionGroup var options: ToDoListOptions
    }

    struct Show: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a to-do in full, with a map of its place.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The to-do's number, as the list shows it.")
        var number: Int

        static func dependencies(_ application: FermataApplication) -> ToDoListDataSource {
            application.toDos(for: .user)
        }

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

    struct Check: ToDoCheckingCommand {
        static let isDone = true
        static let configuration = CommandConfiguration(commandName: "check", abstract: "Check to-dos off.")

        @OptionGroup var options: ToDoNumberOptions
    }

    struct Uncheck: ToDoCheckingCommand {
        static let isDone = false
        static let configuration = CommandConfiguration(
            commandName: "uncheck", abstract: "Move done to-dos back to the open ones.")

        @OptionGroup var options: ToDoNumberOptions
    }

    struct Remove: OpenLibraryCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove to-dos permanently.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The to-dos' numbers, as the list shows them.")
        var numbers: [Int]

        @Flag(name: .shortAndLong, help: "Remove without confirmation.")
        var force = false

        static func dependencies(_ application: FermataApplication) -> ToDoListDataSource {
            application.toDos(for: .user)
        }

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
}

/// A command that checks to-dos off, or unchecks them.
protocol ToDoCheckingCommand: OpenLibraryCommand where Dependencies == ToDoListDataSource {
    static var isDone: Bool { get }
    var options: ToDoNumberOptions { get }
}

extension ToDoCheckingCommand {
    var global: GlobalOptions { options.global }

    static func dependencies(_ application: FermataApplication) -> ToDoListDataSource { application.toDos(for: .user) }

    /// Prints the changed rows; changes nothing if a number does not exist.
    func run(_ toDos: ToDoListDataSource, on console: Console) async throws {
        try options.output.checkFields(of: ToDoCellModel.table)
        let rows = try await toDos.setDone(Self.isDone, of: options.numbers)
        try await options.output.print(ToDoCellModel.table, section: \.sectionTitle, rows: rows, on: console)
    }
}

/// A command that lists to-dos.
protocol ToDoListingCommand: OpenLibraryCommand where Dependencies == ToDoListDataSource {
    var options: ToDoListOptions { get }
}

extension ToDoListingCommand {
    var global: GlobalOptions { options.global }

    static func dependencies(_ application: FermataApplication) -> ToDoListDataSource { application.toDos(for: .user) }

    func run(_ toDos: ToDoListDataSource, on console: Console) async throws {
        try await options.list(toDos, on: console)
    }
}

/// The options of the list of to-dos.
struct ToDoListOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var window: WindowOptions

    @Option(help: "The order of each section: \(ToDoOrderKey.allCases.map(\.rawValue).joined(separator: ", ")).")
    var sort: ToDoOrderKey = .list

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "Show only open to-dos.")
    var toDo = false

    @Flag(help: "Show only done to-dos.")
    var done = false

    func validate() throws {
        if toDo && done { throw ValidationError("Choose one of --to-do and --done.") }
    }

    func list(_ toDos: ToDoListDataSource, on console: Console) async throws {
        let table = ToDoCellModel.table.whenEmpty(.toDos(section).ofWindow(window.window))
        let query = ToDoQuery(
            section: section, order: toDos.dateStyle.order(sort), isReversed: reverse, window: window.window)
        try await output.print(table, section: \.sectionTitle, toDos.batches(of: query), on: console)
    }

    private var section: ToDoSection? { toDo ? .toDo : done ? .done : nil }
}

extension ToDoCommand {
    struct Add: OpenLibraryCommand {
        static let opening = LibraryOpening.creating
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a to-do: what to hear next, where and when.",
            discussion:
                "An equal to-do is not added twice. The address is looked up, so that “todo show” can draw a map.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "Its title.")
        var title: [String]

        @OptionGroup var values: ToDoValueOptions

        func validate() throws {
            if values.music == "" { throw ValidationError("--music needs an id or words.") }
            if values.artist == "" { throw ValidationError("--artist needs a name.") }
        }

        static func dependencies(_ application: FermataApplication) -> ToDoEditingDependencies {
            (application.toDos(for: .user), application.cachedMusic, application.artists(for: .user))
        }

        func run(_ dependencies: ToDoEditingDependencies, on console: Console) async throws {
            let (toDos, music, artists) = dependencies
            try output.checkFields(of: ToDoCellModel.table)
            var input = toDos.input
            input.title = title.joined(separator: " ")
            values.fill(&input)
            let subject = try await values.subject(in: music, artists) ?? nil
            try await output.print(try await toDos.add(input, about: subject), on: console)
        }
    }

    struct Edit: OpenLibraryCommand {
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

        @OptionGroup var values: ToDoValueOptions

        func validate() throws {
            if title == nil, values.isEmpty { throw ValidationError("Add what to change, such as --title or --due.") }
        }

        static func dependencies(_ application: FermataApplication) -> ToDoEditingDependencies {
            (application.toDos(for: .user), application.cachedMusic, application.artists(for: .user))
        }

        func run(_ dependencies: ToDoEditingDependencies, on console: Console) async throws {
            let (toDos, music, artists) = dependencies
            try output.checkFields(of: ToDoCellModel.table)
            var input = try await toDos.input(of: number)
            input.title = title ?? input.title
            values.fill(&input)
            let subject = try await values.subject(in: music, artists)
            try await output.print(try await toDos.edit(number, input, about: subject), on: console)
        }
    }
}

/// The to-dos, and the music and artists that they can be about.
typealias ToDoEditingDependencies = (
    toDos: ToDoListDataSource, music: MusicListDataSource, artists: ArtistDataSource
)

extension OutputOptions {
    fileprivate func print(_ saved: SavedToDoModel, on console: Console) async throws {
        try await print(ToDoCellModel.table, rows: [saved.row], on: console)
        saved.commandLineMessages.forEach(console.note)
    }
}

/// The values of a to-do except its title; an omitted one is nil.
struct ToDoValueOptions: ParsableArguments {
    @Option(help: "Its description.")
    var description: String?

    @Option(
        parsing: .unconditional,
        help: """
            A day, and a time after it if you like: 2026-12-24, 12/24/2026, tomorrow, friday, +3d, +2w, “friday 19:30”.
            """)
    var due: String?

    @Option(help: "The name of the place (default: its address).")
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
    }

    var isEmpty: Bool { [description, due, place, address, music, artist].allSatisfy { $0 == nil } }

    func fill(_ input: inout ToDoInputModel) {
        input.description = description ?? input.description
        input.date = due ?? input.date
        input.place = place ?? input.place
        input.address = address ?? input.address
    }

    /// Returns nil without a subject, and `.some(nil)` for an empty one, which clears it.
    func subject(in songs: MusicListDataSource, _ artists: ArtistDataSource) async throws -> ToDoSubject?? {
        switch (music, artist) {
        case (nil, nil): nil
        case ("", _), (_, ""): .some(nil)
        case (let music?, _): .music(try await songs.only(music))
        case (nil, let artist?): .artist(try await artists.find(artist).name)
        }
    }
}
