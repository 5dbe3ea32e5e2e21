import ArgumentParser
import FermataDomain
import FermataPresentation
import UnixSignals

struct PlayerControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "player", abstract: "Control the program that plays, and show or change the queue.",
        subcommands: [
            Status.self, Toggle.self, Pause.self, Resume.self, Next.self, Previous.self, Seek.self, Volume.self,
            Repeat.self, Shuffle.self, Queue.self, Add.self, Move.self, Remove.self, Jump.self, Clear.self, Stop.self,
            Sleep.self, StopAfter.self, Run.self,
        ], defaultSubcommand: Status.self)
}

/// A command that controls the player.
protocol PlayerControlling: OpenLibraryCommand where Dependencies == PlayerControlDependencies {
    var options: PlayerOptions { get }
    /// The command for the player; nil if a person cancels it. `music` finds songs that a person names.
    func command(_ music: SelectionDataSources, on console: Console) async throws -> PlayerCommand?
}

/// The player, and the music that a person can add to its queue.
typealias PlayerControlDependencies = (player: PlayerDataSource, music: SelectionDataSources)

/// The options of commands that control the player.
struct PlayerOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    /// Prints the player's status, as a line or as one row.
    func print(_ model: NowPlayingModel, on console: Console) async throws {
        guard output.printsText else {
            return try await output.print(NowPlayingModel.table, rows: [model], on: console)
        }
        let parts = [model.line, model.placeText].filter { !$0.isEmpty }
        try console.print(SafeText(parts.joined(separator: "  ")).text + "\n")
    }
}

extension PlayerControlling {
    var global: GlobalOptions { options.global }

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.otherPlayer, application.selection)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (player, music) = dependencies
        try options.output.checkFields(of: NowPlayingModel.table)
        guard let command = try await command(music, on: console) else { return }
        let status = try await player.perform(command)
        if options.output.printsText, let text = command.queueText { console.note(text) }
        try await options.print(status, on: console)
    }
}

extension PlayerControlCommand {
    struct Status: OpenLibraryCommand {
        static let configuration = CommandConfiguration(commandName: "status", abstract: "Show the current song.")
        @OptionGroup var options: PlayerOptions

        var global: GlobalOptions { options.global }

        static func dependencies(_ application: FermataApplication) -> PlayerDataSource { application.otherPlayer }

        func run(_ player: PlayerDataSource, on console: Console) async throws {
            try await options.print(try await player.status(), on: console)
        }
    }

    struct Toggle: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "toggle", abstract: "Pause, or resume.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? { .toggle }
    }

    struct Pause: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? { .pause }
    }

    struct Resume: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "resume", abstract: "Resume.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? { .resume }
    }

    struct Next: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "next", abstract: "Play the next song.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? { .next }
    }

    struct Previous: PlayerControlling {
        static let configuration = CommandConfiguration(
            commandName: "previous", abstract: "Play the previous song, or the current one from its start.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? { .previous }
    }

    struct Stop: PlayerControlling {
        static let configuration = CommandConfiguration(
            commandName: "stop", abstract: "Stop. The queue stays at its position.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? { .stop }
    }

    struct Queue: OpenLibraryCommand {
        static let configuration = CommandConfiguration(commandName: "queue", abstract: "List the songs of the queue.")
        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var window: WindowOptions

        static func dependencies(_ application: FermataApplication) -> PlayerDataSource { application.otherPlayer }

        func run(_ player: PlayerDataSource, on console: Console) async throws {
            try await output.print(QueueCellModel.table, player.queueBatches(window.window), on: console)
        }
    }

    struct Add: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add songs to the queue.")
        @OptionGroup var options: PlayerOptions

        @OptionGroup var songs: SongOrGroupOptions

        @Flag(help: "Insert the songs after the current one, not at the end.")
        var next = false

        func validate() throws { try songs.require() }

        func command(_ music: SelectionDataSources, on console: Console) async throws -> PlayerCommand? {
            let ids = try await songs.ids(for: next ? .playNext : .addToQueue, from: music, on: console)
            return ids.map { next ? .insertNext($0) : .add($0) }
        }
    }

    struct Move: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "move", abstract: "Move songs within the queue.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: Self.numbersHelp)
        var numbers: [Int]

        @Option(help: "Move the songs before the song with this number.")
        var before: Int?

        @Flag(help: "Move the songs to the end.")
        var toEnd = false

        @Flag(help: "Move the songs after the current one.")
        var next = false

        func validate() throws {
            if [before != nil, toEnd, next].count(where: \.self) != 1 {
                throw ValidationError("Choose one of --before, --to-end and --next.")
            }
        }

        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? {
            .move(entries: numbers, to: before.map(QueuePlace.before) ?? (next ? .next : .end))
        }
    }

    struct Remove: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove songs from the queue.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: Self.numbersHelp)
        var numbers: [Int]

        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? {
            .remove(entries: numbers)
        }
    }

    struct Jump: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "jump", abstract: "Play a song of the queue.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: "The number of the song, as the queue shows it.")
        var number: Int

        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? {
            .playEntry(number: number)
        }
    }

    struct Clear: PlayerControlling {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Remove all songs from the queue, and stop.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? { .clear }
    }

    struct Seek: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "seek", abstract: "Move within the song.")
        @OptionGroup var options: PlayerOptions

        @Argument(
            parsing: .allUnrecognized, help: "A time, such as 1:23 or 83, or a step, such as +10 or -10 seconds.")
        var position: [String]

        func validate() throws { _ = try target }

        func command(_ music: SelectionDataSources, on console: Console) throws -> PlayerCommand? { try target.command }

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
        static let configuration = CommandConfiguration(commandName: "volume", abstract: "Set or change the volume.")
        @OptionGroup var options: PlayerOptions

        @Argument(parsing: .allUnrecognized, help: "Percent, such as 80, or a step, such as +5 or -5.")
        var percent: [String]

        func validate() throws { _ = try change }

        func command(_ music: SelectionDataSources, on console: Console) throws -> PlayerCommand? { try change }

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
        static let configuration = CommandConfiguration(
            commandName: "repeat", abstract: "Repeat all songs, one song, or none.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: "One of: \(PlayQueue.Repetition.names).")
        var repetition: PlayQueue.Repetition

        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? {
            .setRepetition(repetition)
        }
    }

    struct Shuffle: PlayerControlling {
        static let configuration = CommandConfiguration(
            commandName: "shuffle", abstract: "Play the queue in a random order.")
        @OptionGroup var options: PlayerOptions

        @Option(help: "The random order of this number, always the same.")
        var seed: UInt64?

        @Flag(help: "Restore the order in which songs were added.")
        var off = false

        func validate() throws {
            if off, seed != nil { throw ValidationError("Choose one of --off and --seed.") }
        }

        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? {
            .shuffle(seed: off ? nil : seed ?? .random(in: .min ... .max))
        }
    }

    struct Sleep: PlayerControlling {
        static let configuration = CommandConfiguration(commandName: "sleep", abstract: "Stop after a time.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: "Up to 24 hours, such as 30m, 1h or 1h30m, or off.")
        var time: String

        func validate() throws { _ = try sleep }

        func command(_ music: SelectionDataSources, on console: Console) throws -> PlayerCommand? { try sleep }

        private var sleep: PlayerCommand {
            get throws {
                guard let sleep = SleepTime(time) else {
                    throw ValidationError("Give a time of up to 24 hours, such as 30m, 1h or 1h30m, or off.")
                }
                return sleep.command
            }
        }
    }

    struct StopAfter: PlayerControlling {
        static let configuration = CommandConfiguration(
            commandName: "stop-after", abstract: "Stop when the current song ends.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: "With off, play on when it ends.")
        var state: String?

        func validate() throws {
            if let state, state != "off" { throw ValidationError("Give nothing, or off to play on.") }
        }

        func command(_ music: SelectionDataSources, on console: Console) -> PlayerCommand? {
            .stopAfterSong(state == nil)
        }
    }
}

extension PlayerControlCommand {
    /// The process that plays in the background.
    struct Run: OpenLibraryCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Play what other programs request, until the music ends.",
            shouldDisplay: false)
        @OptionGroup var global: GlobalOptions

        static func dependencies(_ application: FermataApplication) -> PlayerProgram {
            application.player(at: .background)
        }

        func run(_ program: PlayerProgram, on console: Console) async throws {
            try await program.run {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { for await _ in program.session.statuses() {} }
                    group.addTask {
                        for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup) { return }
                    }
                    await group.next()
                    group.cancelAll()
                }
            }
        }
    }
}

extension PlayerControlling {
    fileprivate static var numbersHelp: ArgumentHelp { "The numbers of the songs, as the queue shows them." }
}

extension [String] {
    /// The single argument, without a `--` before a negative number; nil for any other count.
    fileprivate var onlyArgument: String? {
        let arguments = first == "--" ? dropFirst() : self[...]
        return arguments.count == 1 ? arguments.first : nil
    }
}
