import FermataDomain
import HTTPTypes

/// The parameters that several routes share, by the names of the command line's options.
extension QueryParameters {
    static let largestLimit = 500

    /// `offset` and `limit`.
    mutating func window() throws -> Window {
        Window(
            offset: try integer("offset", in: 0...Window.largest) ?? 0,
            limit: try integer("limit", in: 0...Self.largestLimit) ?? 50)
    }

    /// The query of a list of music.
    mutating func music() throws -> MusicQuery {
        MusicQuery(
            text: try searchText(), bookmarkedOnly: try flag("bookmarked"),
            downloadedOnly: try flag("downloaded"), artist: text("artist"), album: text("album"),
            source: text("source"), order: try choice("sort", alias: "order") ?? .relevance,
            isReversed: try flag("reverse", alias: "reversed"), bookmarkedFirst: try flag("bookmarkedFirst"),
            window: try window())
    }

    /// The query of an artist's page.
    mutating func artistPage(of artist: String) throws -> ArtistPageQuery {
        ArtistPageQuery(
            artist: artist, order: try choice("sort", alias: "order") ?? .alphabetical,
            bookmarkedFirst: try flag("bookmarkedFirst"))
    }

    /// The words to search for, in `text`.
    mutating func searchText() throws -> String {
        let text = text("text") ?? ""
        guard text.unicodeScalars.count <= SearchQuery.textLimit else {
            throw Problem(
                .badRequest, "The parameter “text” can have at most \(SearchQuery.textLimit) characters.",
                parameter: "text")
        }
        return text
    }
}
