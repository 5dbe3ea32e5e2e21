import ArgumentParser
import FermataPresentation

struct LyricsCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "lyrics", abstract: "Show the lyrics of a song.",
        discussion: "With --timed, the output is a file of lyrics (LRC) that other players read.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var songs: NamedSongOptions

    @Option(help: "Mark the line that is sung at this time, such as 1:23.")
    var at: ElapsedTime?

    @Flag(help: "Print each line after its time code.")
    var timed = false

    typealias Dependencies = (lyrics: LyricsDataSource, music: MusicListDataSource)

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        (application.lyrics, application.cachedMusic)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let (lyrics, music) = dependencies
        try output.checkFields(of: LyricLineCellModel.table)
        guard let rows = try await songs.rows(for: .showLyrics, from: music, on: console) else { return }
        var screens: [LyricsScreen] = []
        for row in rows { screens.append(try await lyrics.screen(of: row, at: at?.duration)) }
        guard output.printsText else {
            return try await rowOutput.print(LyricLineCellModel.table, rows: screens.flatMap(\.rows), on: console)
        }
        for (position, screen) in screens.enumerated() {
            if screens.count > 1 {
                try console.print((position > 0 ? "\n" : "") + console.wrapped(screen.heading) + "\n")
            }
            if screen.isEmpty { console.note(screen.emptyText.commandLine) }
            try console.print(screen.rows.map { text(of: $0, on: console) + "\n" }.joined())
        }
    }

    /// A line of a file of lyrics stays one line.
    private func text(of row: LyricLineCellModel, on console: Console) -> String {
        let text = SafeText(row.lineText(showsTimeCode: timed, marksCurrent: at != nil)).text
        return timed ? text : console.wrapped(text)
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
