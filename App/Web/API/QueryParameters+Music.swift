import FermataDomain
import HTTPTypes

extension QueryParameters {
    /// How far a window may begin from the start: the largest number that JSON carries exactly.
    static let farthest = 1 << 53 - 1
    static let longest = 500

    /// `offset` and `limit`.
    mutating func window() throws -> Window {
        Window(
            offset: try whole("offset", in: 0...Self.farthest) ?? 0,
            limit: try whole("limit", in: 0...Self.longest) ?? 50)
    }

    /// The query for a list of music.
    mutating func music() throws -> MusicQuery {
        MusicQuery(
            text: try words("text"), bookmarkedOnly: try flag("bookmarked"), artist: text("artist"),
            album: text("album"), source: text("source"), order: try choice("order") ?? .title,
            isReversed: try flag("reversed"), bookmarkedFirst: try flag("bookmarkedFirst"), window: try window())
    }

    /// The query for an artist's page.
    mutating func artistPage(of artist: String) throws -> ArtistPageQuery {
        ArtistPageQuery(
            artist: artist, order: try choice("order") ?? .alphabetical, bookmarkedFirst: try flag("bookmarkedFirst"))
    }

    /// Text to search for, a hundred words at the most.
    mutating func words(_ name: String) throws -> String {
        let text = text(name) ?? ""
        guard text.split(whereSeparator: \.isWhitespace).count <= 100 else {
            throw Problem(.badRequest, "The parameter “\(name)” takes a hundred words at the most.", parameter: name)
        }
        return text
    }
}
