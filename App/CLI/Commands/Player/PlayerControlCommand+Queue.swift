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

        @Argument(help: "The first characters of ids, as lists show them.")
        var ids: [String]

        func command(_ music: MusicListDataSource) async throws -> PlayerCommand {
            var songs: [MusicID] = []
            for id in ids { songs.append(try await music.find(id).id) }
            return .add(songs)
        }
    }

    struct Remove: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Remove a song from the queue.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: "The number of the song, as the queue shows it.")
        var number: Int

        func command(_ music: MusicListDataSource) -> PlayerCommand { .removeEntry(number: number) }
    }

    struct Jump: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Play a song of the queue.")
        @OptionGroup var options: PlayerOptions

        @Argument(help: "The number of the song, as the queue shows it.")
        var number: Int

        func command(_ music: MusicListDataSource) -> PlayerCommand { .playEntry(number: number) }
    }

    struct Clear: PlayerControlling {
        static let configuration = CommandConfiguration(abstract: "Remove all songs from the queue, and stop.")
        @OptionGroup var options: PlayerOptions
        func command(_ music: MusicListDataSource) -> PlayerCommand { .clear }
    }
}
