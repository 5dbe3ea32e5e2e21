import ArgumentParser
import FermataPresentation

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything the library knows about a song.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var songs: NamedSongOptions

    func run(
        _ music: MusicListDataSource, lyrics: LyricsDataSource, style: @autoclosure () -> DateStyle,
        on console: Console
    ) async throws {
        try output.checkFields(of: SongModel.table)
        guard var rows = try await songs.rows(for: .show, from: music, on: console) else { return }
        if try output.shows(SongField.music(.lyrics)) { rows = try await lyrics.marking(rows) }
        guard output.printsText else {
            var models: [SongModel] = []
            for row in rows { models.append(try await music.song(of: row)) }
            return try await output.print(SongModel.table, rows: models, on: console)
        }
        let style = style()
        for (position, row) in rows.enumerated() {
            let song = try await music.song(of: row)
            let lines = MusicDetailModel(song.row, records: song.records, style: style).lines
            let texts = lines.map {
                DetailLine(label: $0.label, text: $0.text, columns: console.outputColumns).text + "\n"
            }
            try console.print((position > 0 ? "\n" : "") + texts.joined())
        }
    }
}
