import ArgumentParser
import FermataDomain
import FermataPresentation

extension PlayerControlCommand {
    struct Queue: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the songs of the queue.")
        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var window: WindowOptions

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
}
