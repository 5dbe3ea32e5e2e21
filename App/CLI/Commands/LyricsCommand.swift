import ArgumentParser
import FermataPresentation

struct LyricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lyrics", abstract: "Show the lyrics of a song.",
        discussion: "With --timed, the output is a file of lyrics (LRC) that other players read.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The first characters of an id, as lists show it.")
    var id: String

    @Option(help: "Mark the line that is sung at this time, such as 1:23.")
    var at: ElapsedTime?

    @Flag(help: "Print each line after its time code.")
    var timed = false

    func run(_ lyrics: LyricsDataSource, on console: Console) async throws {
        let screen = try await lyrics.screen(of: id, at: at?.duration)
        guard output.printsText else {
            return try await rowOutput.print(LyricLineCellModel.table, rows: screen.rows, on: console)
        }
        if screen.isEmpty { return console.note(screen.emptyText.commandLine) }
        try console.print(
            screen.rows.map { row in
                SafeText(row.lineText(showsTimeCode: timed, marksCurrent: at != nil)).text + "\n"
            }.joined())
    }

    /// The options for rows. Without a time no line is current, so rows lack that key unless it is requested.
    private var rowOutput: OutputOptions {
        var output = output
        if at == nil, output.fields == nil {
            output.fields = [LyricLineField.time, .text].map(\.rawValue).joined(separator: ",")
        }
        return output
    }
}

extension ElapsedTime: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
