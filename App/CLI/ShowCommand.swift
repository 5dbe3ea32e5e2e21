import ArgumentParser
import FermataPresentation

struct ShowCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything the library knows about a song.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var songs: NamedSongOptions

    /// `style` loads time zone and locale.
    typealias Dependencies = (music: MusicListDataSource, lyrics: LyricsDataSource, style: () -> DateStyle)

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.cachedMusic, application.lyrics, { application.dateStyle })
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (music, lyrics, style) = dependencies
        try output.checkFields(of: SongModel.table)
        guard var rows = try await songs.rows(for: .show, from: music, on: console) else { return }
        if try output.shows(SongField.music(.lyrics)) { rows = try await lyrics.marking(rows) }
        guard output.printsText else {
            var models: [SongModel] = []
            for row in rows { models.append(try await music.song(of: row)) }
            return try await output.print(SongModel.table, rows: models, on: console)
        }
        let dateStyle = style()
        for (position, row) in rows.enumerated() {
            let song = try await music.song(of: row)
            let lines = MusicDetailModel(song.row, records: song.records, style: dateStyle).lines
            let texts = lines.map {
                DetailLine(label: $0.label, text: $0.text, columns: console.outputColumns).text + "\n"
            }
            try console.print((position > 0 ? "\n" : "") + texts.joined())
        }
    }
}
