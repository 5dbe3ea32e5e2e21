import FermataDomain
import Foundation

/// Artists, albums, songs and genres.
extension SubsonicRoute {
    static let browsing: [SubsonicRoute] = [
        SubsonicRoute("getIndexes", isCached: always) { call in
            let modified = try await lastModified(call)
            let since = try call.parameters.integer("ifModifiedSince", in: 0...Int.max) ?? 0
            let isCurrent = since > 0 && since == modified
            let groups = isCurrent ? [] : try await artistGroups(call)
            return .value(
                "indexes",
                SubsonicObject([
                    "lastModified": .integer(modified), "ignoredArticles": .text("The"), "shortcut": .list([]),
                    "child": .list([]), "index": .list(groups),
                ]))
        },
        SubsonicRoute("getArtists", isCached: always) { call in
            .value(
                "artists",
                SubsonicObject([
                    "ignoredArticles": .text("The"), "lastModified": .integer(try await lastModified(call)),
                    "index": .list(try await artistGroups(call)),
                ]))
        },
        SubsonicRoute("getArtist", isCached: always) { call in
            let name = try await call.services.name(of: call.parameters.artist())
            let albums = try await call.services.albums(ofArtist: name)
            var artist = try await call.services.artist(name)
            artist.artwork = albums.first { $0.artwork != nil }?.id
            artist.albums = albums.map { AlbumValue(album: $0) }
            return .value("artist", artist)
        },
        SubsonicRoute("getAlbum", isCached: always) { call in
            let album = try await call.services.album(call.parameters.album())
            return .value("album", AlbumValue(album: album, songs: try await call.services.songs(of: album)))
        },
        SubsonicRoute("getSong", isCached: always) { call in
            let song = try await call.services.song(call.parameters.song())
            return .value("song", try await call.services.values(of: [song])[0])
        },
        SubsonicRoute("getGenres", isCached: always) { call in
            let genres = try await call.services.albums.genres(in: .name)
            return .list("genres", "genre", genres.map(GenreValue.init))
        },
        SubsonicRoute("getMusicDirectory", isCached: always) { call in .value("directory", try await directory(call)) },
        SubsonicRoute("getArtistInfo", isCached: always) { call in .value("artistInfo", try await artistInfo(call)) },
        SubsonicRoute("getArtistInfo2", isCached: always) { call in .value("artistInfo2", try await artistInfo(call)) },
        SubsonicRoute("getAlbumInfo", isCached: always) { call in try await albumInfo(call) },
        SubsonicRoute("getAlbumInfo2", isCached: always) { call in try await albumInfo(call) },
        SubsonicRoute("getSimilarSongs") { call in
            .list("similarSongs", "song", try await similarSongs(call))
        },
        SubsonicRoute("getSimilarSongs2") { call in
            .list("similarSongs2", "song", try await similarSongs(call))
        },
        SubsonicRoute("getTopSongs", isCached: always) { call in
            let count = try call.parameters.count("count", or: 50, atMost: largestCount)
            var name = call.parameters["artist"]
            if call.parameters["id"] != nil { name = try await call.services.name(of: call.parameters.artist()) }
            guard let name else { throw SubsonicError.missing("artist") }
            let query = MusicQuery(artist: name, order: .popular, window: Window(limit: count))
            return .list("topSongs", "song", name.isBlank ? [] : try await call.services.songs(query))
        },
    ]

    private static let largestCount = 500

    /// When the songs last changed, in milliseconds since 1970.
    private static func lastModified(_ call: SubsonicCall) async throws -> Int {
        Int(try await call.services.lastRefresh()?.timeIntervalSince1970 ?? 0) * 1_000
    }

    private static func artistGroups(_ call: SubsonicCall) async throws -> [ArtistIndexValue] {
        let artists = try await call.services.values(
            of: call.services.albums.albumArtists(from: call.source()))
        return ArtistIndex.groups(of: artists, name: \.name).map {
            ArtistIndexValue(letter: $0.letter, artists: $0.values)
        }
    }

    /// The albums of an artist, or the songs of an album, as a folder.
    private static func directory(_ call: SubsonicCall) async throws -> SubsonicObject {
        switch try call.parameters.id() {
        case .artist(let artist):
            let name = try await call.services.name(of: artist)
            let albums = try await call.services.albums(ofArtist: name)
            return SubsonicObject([
                "id": .text(SubsonicID.artist(artist).text), "name": .text(name),
                "child": .list(albums.map(AlbumFolderValue.init)),
            ])
        case .album(let id):
            let album = try await call.services.albums.find(id: id)
            let songs = try await call.services.songs(of: album)
            let parent = SubsonicID.text(ofArtist: album.artist)
            return SubsonicObject([
                "id": .text(SubsonicID.album(album.id).text), "name": .text(album.name),
                "parent": parent.map { .text($0) },
                "child": .list(songs),
            ])
        case .song, .playlist: throw SubsonicError.notFound(try call.parameters.required("id"))
        }
    }

    /// The name of the artist that an id names, or whose album or song it names; nil for one without an artist.
    private static func artistName(_ call: SubsonicCall) async throws -> String? {
        let name =
            switch try call.parameters.id() {
            case .artist(let artist): try await call.services.name(of: artist)
            case .album(let id): try await call.services.albums.find(id: id).artist
            case .song(let id): try await call.services.song(id).artist
            case .playlist: throw SubsonicError.notFound(try call.parameters.required("id"))
            }
        return name.isBlank ? nil : name
    }

    private static func artistInfo(_ call: SubsonicCall) async throws -> SubsonicObject {
        let count = try call.parameters.count("count", or: 20, atMost: largestCount)
        var related: [RelatedArtist] = []
        if let name = try await artistName(call) {
            related = try await call.services.similarMusic.artists(relatedTo: name, limit: count)
        }
        let similar = try await call.services.values(of: related.map { AnnotatedArtist($0.artist) })
        return SubsonicObject(["similarArtist": .list(similar)])
    }

    /// The library has no notes about albums; an unknown id is an error all the same.
    private static func albumInfo(_ call: SubsonicCall) async throws -> Reply {
        _ = try await artistName(call)
        return .value("albumInfo", SubsonicObject())
    }

    private static func similarSongs(_ call: SubsonicCall) async throws -> [SongValue] {
        let count = try call.parameters.count("count", or: 50, atMost: largestCount)
        guard let name = try await artistName(call) else { return [] }
        return try await call.services.values(of: call.services.similarMusic.execute(of: name, count: count))
    }
}

extension SubsonicServices {
    /// An artist by a name, with its marks.
    func artist(_ name: String) async throws -> ArtistValue {
        let artist = AlbumArtistCount(name: name, albumCount: 0)
        let annotations = try await artists.annotated([artist])[0].annotations
        return ArtistValue(
            name: name, annotations: try await bookmarkTimes.dated([annotations], ofArtists: [name])[0])
    }
}

/// A genre with its counts. The text of its element is its name.
private struct GenreValue: SubsonicValue {
    let genre: Genre

    func write(to writer: inout some SubsonicWriter) {
        writer.member("songCount", genre.songCount)
        writer.member("albumCount", genre.albumCount)
        writer.content("value", genre.name)
    }
}
