import ArgumentParser
import FermataDomain
import FermataPresentation

extension PlayerControlCommand {
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
