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
protocol PlayerControlling: ParsableCommand {
    var options: PlayerOptions { get }
    /// The command for the player; nil if a person cancels it. `music` finds songs that a person names.
    func command(_ music: MusicListDataSource, on console: Console) async throws -> PlayerCommand?
}

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
    func run(_ player: PlayerDataSource, music: MusicListDataSource, on console: Console) async throws {
        try options.output.checkFields(of: NowPlayingModel.table)
        guard let command = try await command(music, on: console) else { return }
        try await options.print(try await player.perform(command), on: console)
    }
}

extension PlayerControlCommand {
    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the current song.")
        @OptionGroup var options: PlayerOptions

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
}
