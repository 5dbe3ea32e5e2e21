import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

struct ArtistCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "artist", abstract: "Show an artist's page: tracks, playlists that hold them, related artists.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The artist's name, or a part of it that is in no other name.")
    var name: [String]

    @Option(help: "The order of tracks: \(TrackOrder.allCases.map(\.rawValue).joined(separator: ", ")).")
    var sort: TrackOrder = .alphabetical

    @Flag(help: "Show bookmarked tracks first.")
    var bookmarkedFirst = false

    @Option(help: "Show so many tracks at the most.")
    var limit = 1_000

    @Option(help: "Show so many playlists, and so many related artists, at the most.")
    var company = 20

    func validate() throws {
        if limit < 0 || company < 0 { throw ValidationError("The limit has to be 0 or more.") }
    }

    func run() async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            let artist = try await app.artistPage.find(name.joined(separator: " "))
            let table = try await app.artistPage.whole(
                for: ArtistPageQuery(
                    artist: artist.name, order: sort, bookmarkedFirst: bookmarkedFirst, trackLimit: limit,
                    relatedLimit: company))
            try await output.print(ArtistCellModel.table, rows: table.rows)
            if output.isTable, let freshness = table.freshness { Console.note(freshness.text) }
            if table.hasError { throw ExitCode(EX_IOERR) }
        }
    }
}
