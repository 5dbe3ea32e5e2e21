import FermataDomain
import Foundation

/// Searches. The empty search pages through everything, which is how apps copy a library.
extension SubsonicRoute {
    static let search: [SubsonicRoute] = [
        SubsonicRoute("search2", isCached: always) { call in
            .value("searchResult2", try await results(call) { AlbumFolderValue(album: $0) })
        },
        SubsonicRoute("search3", isCached: always) { call in
            .value("searchResult3", try await results(call) { AlbumValue(album: $0) })
        },
    ]

    /// The most results of a kind in one reply, which is complete in memory.
    private static let largestCount = 10_000

    private static func results<Value: SubsonicValue>(
        _ call: SubsonicCall, album value: (Album) -> Value
    ) async throws -> FoundValues<Value> {
        let text = SearchQuery.text(forWordsOf: try call.parameters.required("query"))
        func window(_ kind: String) throws -> Window {
            try call.parameters.window(offset: kind + "Offset", count: kind + "Count", or: 20, upTo: largestCount)
        }
        let source = try await call.source()
        let artists = try await artists(call, named: text, try window("artist"))
        let albumText = [text, source.map { SearchQuery.text(.source, named: $0) } ?? ""]
        let albums = AlbumQuery(
            text: albumText.joined(separator: " "), order: text.isEmpty ? .name : .relevance,
            window: try window("album"))
        let songs = MusicQuery(
            text: text, source: source, order: text.isEmpty ? .title : .relevance, window: try window("song"))
        return FoundValues(
            artists: artists,
            albums: albums.window.limit == 0 ? [] : try await call.services.albums(albums).map(value),
            songs: songs.window.limit == 0 ? [] : try await call.services.songs(songs))
    }

    private static func artists(
        _ call: SubsonicCall, named text: String, _ window: Window
    ) async throws -> [ArtistValue] {
        if window.limit == 0 { return [] }
        let name = text.replacing("\"", with: "")
        let counts = try await call.services.albums.albumArtists(named: name, window: window)
        return try await call.services.values(of: counts)
    }
}

/// Artists, albums in one of their forms, and songs.
struct FoundValues<AlbumForm: SubsonicValue>: SubsonicValue {
    let artists: [ArtistValue]
    let albums: [AlbumForm]
    let songs: [SongValue]

    func write(to writer: inout some SubsonicWriter) {
        writer.list("artist", artists)
        writer.list("album", albums)
        writer.list("song", songs)
    }
}
