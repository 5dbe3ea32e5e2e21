public import FermataDomain
import GRDB

/// The artists of the library on disk.
public struct SQLiteArtistRepository: ArtistRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func artists(
        nameContaining text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Artist] {
        let limit = max(0, limit)
        return try await library.read { db in
            let search = try ArtistSearch(allowing: filter, in: db)
            if let artist = try search.artist(called: text) { return Array([artist].prefix(limit)) }
            let found = try search.artists(containing: text, limit: limit)
            return try found.isEmpty ? search.artists(containingIgnoringSpaces: text, limit: limit) : found
        }
    }

    public func artists(
        beginningWith text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Artist] {
        try await library.read { db in
            try ArtistSearch(among: [.shown], allowing: filter, in: db)
                .artists(beginningWith: text, limit: max(0, limit))
        }
    }

    public func playlists(
        withMusicBy artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [ArtistPlaylist] {
        try await library.read { db in
            let content = try RelatedContent(of: artist, allowing: filter, limit: limit, in: db)
            let rows = try RawStatement(db, content.playlists, content.playlistValues)
            let names = try SourceNameCache(db)
            var playlists: [ArtistPlaylist] = []
            while try rows.step() {
                let playlist = PlaylistRow.playlist(rows, names: names)
                playlists.append(ArtistPlaylist(playlist: playlist, artistSongCount: Int(rows.integer("shared"))))
            }
            return playlists
        }
    }

    public func relatedArtists(
        to artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [RelatedArtist] {
        try await library.read { db in
            let content = try RelatedContent(of: artist, allowing: filter, limit: limit, in: db)
            let rows = try RawStatement(db, content.relatedArtists, content.relatedArtistValues)
            var related: [RelatedArtist] = []
            while try rows.step() {
                related.append(
                    RelatedArtist(
                        artist: ArtistColumns.artist(rows), sharedPlaylists: Int(rows.integer("shared")),
                        closeness: Int(rows.integer("closeness"))))
            }
            return related
        }
    }
}
