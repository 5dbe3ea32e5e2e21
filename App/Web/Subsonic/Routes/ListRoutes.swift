import FermataDomain
import Foundation

/// Lists of albums and songs, and what is starred.
extension SubsonicRoute {
    static let lists: [SubsonicRoute] = [
        SubsonicRoute("getAlbumList", isCached: isOrdered) { call in
            .list("albumList", "album", try await albums(call).map(AlbumFolderValue.init))
        },
        SubsonicRoute("getAlbumList2", isCached: isOrdered) { call in
            .list("albumList2", "album", try await albums(call).map { AlbumValue(album: $0) })
        },
        SubsonicRoute("getRandomSongs") { call in
            let count = try call.parameters.count("size", or: 10, atMost: largestCount)
            var query = MusicQuery(source: try await call.source())
            let terms = [
                call.parameters["genre"].map { SearchQuery.text(.genre, named: $0) },
                try years(call.parameters).map { "year:\($0.lowerBound)..\($0.upperBound)" },
            ]
            query.text = terms.compactMap { $0 }.joined(separator: " ")
            let songs = try await call.services.music.randomMusic(
                count, seed: .random(in: .min ... .max), in: query)
            return .list("randomSongs", "song", try await call.services.values(of: songs))
        },
        SubsonicRoute("getSongsByGenre", isCached: always) { call in
            let genre = try call.parameters.required("genre")
            let query = MusicQuery(
                text: SearchQuery.text(.genre, named: genre), source: try await call.source(), order: .title,
                window: try call.parameters.window(offset: "offset", count: "count", or: 10, atMost: largestCount))
            return .list("songsByGenre", "song", try await call.services.songs(query))
        },
        SubsonicRoute("getStarred", isCached: always) { call in
            .value("starred", try await starred(call, album: AlbumFolderValue.init))
        },
        SubsonicRoute("getStarred2", isCached: always) { call in
            .value("starred2", try await starred(call) { AlbumValue(album: $0) })
        },
    ]

    /// The most albums or songs that the API allows in one reply of these lists.
    private static let largestCount = 500
    private static let possibleYears = 0...99_999

    private static func albums(_ call: SubsonicCall) async throws -> [Album] {
        let window = try call.parameters.window(offset: "offset", count: "size", or: 10, atMost: largestCount)
        if call.parameters["type"] == "highest" {
            return try await call.services.bookmarkTimes.dated(call.services.albums.highestRated(window))
        }
        var query = try albumQuery(call)
        query.window = window
        if let source = try await call.source() {
            query.text += " " + SearchQuery.text(.source, named: source)
        }
        return try await call.services.albums(query)
    }

    private static func albumQuery(_ call: SubsonicCall) throws -> AlbumQuery {
        let parameters = call.parameters
        switch try parameters.required("type") {
        case "random":
            let isFirstPage = try parameters.integer("offset", in: 0...Window.largest, or: 0) == 0
            return AlbumQuery(
                order: .random(seed: call.server.seeds.seed(for: call.account, in: call.client, isNew: isFirstPage)))
        case "newest": return AlbumQuery(order: .added)
        case "frequent": return AlbumQuery(text: "is:played", order: .plays)
        case "recent": return AlbumQuery(text: "is:played", order: .played)
        case "starred": return AlbumQuery(bookmarkedOnly: true, order: .name)
        case "alphabeticalByName": return AlbumQuery(order: .name)
        case "alphabeticalByArtist": return AlbumQuery(order: .artist)
        case "byGenre":
            return AlbumQuery(
                text: SearchQuery.text(.genre, named: try parameters.required("genre")), order: .name)
        case "byYear":
            _ = try (parameters.required("fromYear"), parameters.required("toYear"))
            guard let range = try Self.years(parameters) else { throw SubsonicError.missing("fromYear") }
            let from = try parameters.integer("fromYear", in: possibleYears, or: 0)
            return AlbumQuery(
                text: "year:\(range.lowerBound)..\(range.upperBound)", order: .newest,
                isReversed: from == range.lowerBound)
        case let type: throw SubsonicError.invalid("type", "must be a list of albums, not “\(type)”")
        }
    }

    /// The years that a request names, in whatever order; nil if it names none.
    private static func years(_ parameters: SubsonicParameters) throws -> ClosedRange<Int>? {
        let (from, to) = (
            try parameters.integer("fromYear", in: possibleYears), try parameters.integer("toYear", in: possibleYears)
        )
        if from == nil, to == nil { return nil }
        let ends = [from ?? possibleYears.lowerBound, to ?? possibleYears.upperBound].sorted()
        return ends[0]...ends[1]
    }

    private static func starred<Value: SubsonicValue>(
        _ call: SubsonicCall, album value: (Album) -> Value
    ) async throws -> FoundValues<Value> {
        let source = try await call.source()
        let artists = try await call.services.values(of: call.services.artists.bookmarked())
        let text = source.map { SearchQuery.text(.source, named: $0) } ?? ""
        let albums = try await call.services.albums(AlbumQuery(text: text, bookmarkedOnly: true, order: .name))
        let songs = try await call.services.songs(
            MusicQuery(bookmarkedOnly: true, source: source, order: .title))
        return FoundValues(artists: artists, albums: albums.map(value), songs: songs)
    }

    /// Whether a list of albums has the same order each time.
    @Sendable private static func isOrdered(_ parameters: SubsonicParameters) -> Bool { parameters["type"] != "random" }
}
