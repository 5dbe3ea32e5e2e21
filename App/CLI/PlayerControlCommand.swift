import ArgumentParser
import FermataDomain
import FermataPresentation

struct PlayerControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "player", abstract: "Control the player of another terminal, and show or change the queue.",
        subcommands: [
            Status.self, Toggle.self, Pause.self, Resume.self, Next.self, Previous.self, Seek.self, Volume.self,
            Repeat.self, Shuffle.self, Queue.self, Add.self, Remove.self, Jump.self, Clear.self, Stop.self,
        ], defaultSubcommand: Status.self)
}

/// A command that controls the player.
protocol PlayerControlling: OpenLibraryCommand where Dependencies == PlayerControlDependencies {
    var options: PlayerOptions { get }
    /// The command for the player; nil if a person cancels it. `music` finds songs that a person names.
    func command(_ music: MusicListDataSource, on console: Console) async throws -> PlayerCommand?
}

/// The player, and the music that a person can add to its queue.
typealias PlayerControlDependencies = (player: PlayerDataSource, music: MusicListDataSource)

/// The options of commands that control the player.
struct PlayerOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    /// Prints the player's status, as a line or as one row.
    func print(_ model: NowPlayingModel, on console: Console) async throws {
        guard output.printsText else {
            return try await output.print(NowPlayingModel.table, rows: [model], on: console)
        }
        try console.print(SafeText(model.line).text + "\n")
    }
}

extension PlayerControlling {
    var global: GlobalOptions { options.global }

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.otherPlayer, application.cachedMusic)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (player, music) = dependencies
        try options.output.checkFields(of: NowPlayingModel.table)
        guard let command = try await command(music, on: console) else { return }
        try await options.print(try await player.perform(command), on: console)
    }
}

extension PlayerControlCommand {
    struct Status: OpenLibraryCommand {
        static let configuration = CommandConfiguration(abstract: "Show the current song.")
        @OptionGroup var options: PlayerOptions

        var global: GlobalOptions { options.global }

        static func dependencies(_ application: FermataApplication) -> PlayerDataSource { application.otherPlayer }

        func run(_ player: PlayerDataSource, on console: Console) async throws {
            try await options.print(try await player.status(), on: console)
        }
    }

    struct Toggle: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Pause, or resume.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? { .toggle }
    }

    struct Pause: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Pause.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? { .pause }
    }

    struct Resume: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Resume.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? { .resume }
    }

    struct Next: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Play the next song.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? { .next }
    }

    struct Previous: PlayerControlling {
        static let configuration = CommandConfiguration(
            abstract: "Play the previous song, or the current one from its start.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? { .previous }
    }

    struct Stop: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Stop. The queue stays at its position.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? { .stop }
    }

    struct Queue: OpenLibraryCommand {
        static let configuration = CommandConfiguration(abstract: "List the songs of the queue.")
        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var window: WindowOptions

        static func dependencies(_ application: FermataApplication) -> PlayerDataSource { application.otherPlayer }

        func run(_ player: PlayerDataSource, on console: Console) async throws {
            try await output.print(QueueCellModel.table, player.queueBatches(window.window), on: console)
        }
    }

    struct Add: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Add songs at the end of the queue.")
        @OptionGroup var options: PlayerOptions

        @OptionGroup var songs: NamedSongOptions

        func command(_ music: MusicListDataSource, on console: Console) async throws -> PlayerCommand? {
            try await songs.rows(for: .addToQueue, from: music, on: console).map { .add($0.map(\.id)) }
        }
    }

    struct Remove: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Remove a song from the queue.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: "The number of the song, as the queue shows it.")
        var number: Int

        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? {
            .removeEntry(number: number)
        }
    }

    struct Jump: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Play a song of the queue.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: "The number of the song, as the queue shows it.")
        var number: Int

        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? { .playEntry(number: number) }
    }

    struct Clear: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Remove all songs from the queue, and stop.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? { .clear }
    }

    struct Seek: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Move within the song.")
        @OptionGroup var options: PlayerOptions

        @Argument(
            parsing: .allUnrecognized, help: "A time, such as 1:23 or 83, or a step, such as +10 or -10 seconds.")
        var position: [String]

        func validate() throws { _ = try target }

        func command(_ music: MusicListDataSource, on console: Console) throws -> PlayerCommand? { try target.command }

        private var target: PlayerPosition {
            get throws {
                guard let target = position.onlyArgument.flatMap(PlayerPosition.init) else {
                    throw ValidationError("Give one time, such as 1:23, or one step, such as +10 or -10.")
                }
                return target
            }
        }
    }

    struct Volume: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Set or change the volume.")
        @OptionGroup var options: PlayerOptions

        @Argument(parsing: .allUnrecognized, help: "Percent, such as 80, or a step, such as +5 or -5.")
        var percent: [String]

        func validate() throws { _ = try change }

        func command(_ music: MusicListDataSource, on console: Console) throws -> PlayerCommand? { try change }

        private var change: PlayerCommand {
            get throws {
                guard let text = percent.onlyArgument, let number = Int(text), (-100...100).contains(number) else {
                    throw ValidationError("Give one volume from 0 to 100, or one step, such as +5 or -5.")
                }
                return ["+", "-"].contains(text.prefix(1)) ? .changeVolume(number) : .setVolume(number)
            }
        }
    }

    struct Repeat: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Repeat all songs, one song, or none.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: "One of: \(PlayQueue.Repetition.names).")
        var repetition: PlayQueue.Repetition

        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? { .setRepetition(repetition) }
    }

    struct Shuffle: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Play the queue in a random order.")
        @OptionGroup var options: PlayerOptions

        @Option(help: "The random order of this number, always the same.")
        var seed: UInt64?

        @Flag(help: "Restore the order in which songs were added.")
        var off = false

        func validate() throws {
            if off, seed != nil { throw ValidationError("Choose one of --off and --seed.") }
        }

        func command(_ music: MusicListDataSource, on console: Console) -> PlayerCommand? {
            .shuffle(seed: off ? nil : seed ?? .random(in: .min ... .max))
        }
    }
}

extension [String] {
    /// The single argument, without a `--` before a negative number; nil for any other count.
    fileprivate var onlyArgument: String? {
        let arguments = first == "--" ? dropFirst() : self[...]
        return arguments.count == 1 ? arguments.first : nil
    }
}
