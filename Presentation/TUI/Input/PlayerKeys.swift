package import FermataDomain

/// The intent of a key while a command plays music.
package enum PlayerIntent: Equatable, Sendable {
    case command(PlayerCommand)
    /// Nil removes the rating.
    case rate(Rating?)
    case bookmark, lyrics, help, quit
}

/// The keys of a command that plays music.
package enum PlayerKeys {
    /// How far a key seeks.
    package static let seekStep = Duration.seconds(10)
    /// How much a key changes the volume, in percent.
    package static let volumeStep = 5

    package static let help =
        "Space pauses, n and p skip, ← and → seek, + and − change the volume, "
        + "b bookmarks, 0 to 5 rate, l shows the line that is sung, q quits."

    package static func intent(for key: TUIKey) -> PlayerIntent? {
        switch key {
        case " ": .command(.toggle)
        case "n", "N": .command(.next)
        case "p", "P": .command(.previous)
        case .left: .command(.seekBy(.zero - seekStep))
        case .right: .command(.seekBy(seekStep))
        case "+", "=": .command(.changeVolume(volumeStep))
        case "-", "_": .command(.changeVolume(-volumeStep))
        case "b": .bookmark
        case "0": .rate(nil)
        case .character(let digit) where rating(digit) != nil: .rate(rating(digit))
        case "l": .lyrics
        case "q", .escape, .control("d"): .quit
        case "?", "h": .help
        default: nil
        }
    }

    private static func rating(_ digit: Character) -> Rating? { digit.wholeNumberValue.flatMap(Rating.init) }
}
