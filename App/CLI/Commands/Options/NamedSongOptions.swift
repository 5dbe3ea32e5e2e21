import ArgumentParser
import FermataPresentation

/// Songs that a person names by ids or by words, which may find several.
struct NamedSongOptions: ParsableArguments {
    static let help: ArgumentHelp = "Ids as lists show them, or words to search for, as in: fermata list."

    @Argument(help: help)
    var words: [String]

    @Flag(help: "Choose all songs that the words find, without confirmation.")
    var all = false

    /// Returns the songs; nil if a person does not confirm that several are meant.
    func rows(
        for action: SongAction, from music: MusicListDataSource, on console: Console
    ) async throws -> [MusicCellModel]? {
        try await music.songs(named: words, for: action, isForAll: all, confirm: console.confirm)?.rows
    }
}

extension Console {
    /// Lists the songs, and asks whether all of them are meant. Throws the error without a terminal.
    func confirm(_ error: SeveralSongsError) throws -> Bool {
        guard canAsk else { throw error }
        note(ErrorReport(error.list).message)
        let isConfirmed = try confirm(error.question)
        if !isConfirmed { note(error.cancelledText) }
        return isConfirmed
    }
}
