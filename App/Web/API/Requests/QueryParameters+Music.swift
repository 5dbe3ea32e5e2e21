import FermataDomain
import HTTPTypes

extension QueryParameters {
    /// How far a window may begin from the start: the largest number that JSON carries exactly.
    static let farthest = 1 << 53 - 1
    static let longest = 500
    /// Characters, which are a hundred words at the most.
    static let longestSearch = 200

    /// `offset` and `limit`.
    mutating func window() throws -> Window {
        Window(
            offset: try whole("offset", in: 0...Self.farthest) ?? 0,
            limit: try whole("limit", in: 0...Self.longest) ?? 50)
    }

    /// The query for a list of music.
    mutating func music() throws -> MusicQuery {
        MusicQuery(
            text: try words(), bookmarkedOnly: try flag("bookmarked"), artist: text("artist"),
            album: text("album"), source: text("source"), order: try choice("order") ?? .title,
            isReversed: try flag("reversed"), bookmarkedFirst: try flag("bookmarkedFirst"), window: try window())
    }

    /// The query for an artist's page.
    mutating func artistPage(of artist: String) throws -> ArtistPageQuery {
        ArtistPageQuery(
            artist: artist, order: try choice("order") ?? .alphabetical, bookmarkedFirst: try flag("bookmarkedFirst"))
    }

    /// The words to search for.
    mutating func words() throws -> String {
        let text = text("text") ?? ""
        guard text.unicodeScalars.count <= Self.longestSearch else {
            throw Problem(
                .badRequest, "The parameter “text” has \(Self.longestSearch) characters at the most.",
                parameter: "text")
        }
        return text
    }
}
