import ArgumentParser
import FermataPresentation

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything the library knows about a song.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The first characters of an id, as lists show it.")
    var id: String

    func run(
        _ music: MusicListDataSource, style: @autoclosure () -> DateStyle, on console: Console
    ) async throws {
        let song = try await music.song(id)
        guard output.printsText else {
            return try await output.print(SongModel.table, rows: [song], on: console)
        }
        let lines = MusicDetailModel(song.row, records: song.records, style: style()).lines
        try console.print(lines.map { DetailLine(label: $0.label, text: $0.text).text + "\n" }.joined())
    }
}
