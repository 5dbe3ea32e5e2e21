import FermataDomain
import Foundation

/// Playlists: those of sources can be read, and those of the library's own changed.
extension SubsonicRoute {
    static let playlists: [SubsonicRoute] = [
        SubsonicRoute("getPlaylists", isCached: always) { call in
            if let name = call.parameters["username"], !name.isEmpty, !call.account.hasName(name), !call.account.isAdmin
            {
                throw SubsonicError(.notAllowed, "Only an administrator sees the playlists of other accounts.")
            }
            let playlists = try await call.services.playlists.execute(named: "", window: .all)
            let measured = try await call.services.playlists.measured(playlists)
            return .list("playlists", "playlist", measured.map { value(of: $0, call) })
        },
        SubsonicRoute("getPlaylist") { call in
            let playlist = try await call.services.playlists.find(id: call.parameters.playlist("id"))
            return .value("playlist", try await valueWithSongs(of: playlist, call))
        },
        SubsonicRoute("createPlaylist", isChange: true) { call in
            let songs = try call.parameters.songs("songId")
            let name = call.parameters["name"]
            guard call.parameters["playlistId"] != nil else {
                guard let name else { throw SubsonicError.missing("name") }
                let created = try await call.services.editPlaylist.create(name, songs: songs)
                return .value("playlist", try await valueWithSongs(of: created, call))
            }
            var playlist = try await call.services.playlists.find(id: call.parameters.playlist("playlistId"))
            // A name that is in use, or an unknown song, must not leave half of the change.
            for song in songs { _ = try await call.services.song(song) }
            if let name, !name.isEmpty, name != playlist.name {
                playlist = try await call.services.editPlaylist.rename(playlist, to: name)
            }
            playlist = try await call.services.editPlaylist.execute(.replace(nil, by: songs), of: playlist)
            return .value("playlist", try await valueWithSongs(of: playlist, call))
        },
        SubsonicRoute("updatePlaylist", isChange: true) { call in
            let playlist = try await call.services.playlists.find(id: call.parameters.playlist("playlistId"))
            let added = try call.parameters.songs("songIdToAdd")
            let removed = try call.parameters.integers("songIndexToRemove", in: 0...Int(Int32.max))
            // The API counts from 0.
            let change = PlaylistChange.replace(removed.map { $0 + 1 }, by: added)
            for song in added { _ = try await call.services.song(song) }
            if let name = call.parameters["name"], !name.isEmpty, name != playlist.name {
                _ = try await call.services.editPlaylist.rename(playlist, to: name)
            }
            if !added.isEmpty || !removed.isEmpty {
                _ = try await call.services.editPlaylist.execute(change, of: playlist)
            }
            if let comment = call.parameters["comment"] {
                _ = try await call.services.editPlaylist.setComment(comment, of: playlist)
            }
            // No library has that of another account as its source.
            if let isShared = try call.parameters.flag("public"), call.account.library == nil {
                _ = try await call.services.editPlaylist.setShared(isShared, playlist)
            }
            return .done
        },
        SubsonicRoute("deletePlaylist", isChange: true) { call in
            let playlist = try await call.services.playlists.find(id: call.parameters.playlist("id"))
            try await call.services.editPlaylist.delete(playlist)
            return .done
        },
    ]

    private static func value(of playlist: Playlist, _ call: SubsonicCall) -> PlaylistValue {
        PlaylistValue(playlist: playlist, owner: playlist.source ?? call.account.name)
    }

    private static func valueWithSongs(of playlist: Playlist, _ call: SubsonicCall) async throws -> PlaylistValue {
        let songs = try await call.services.playlists.batches(of: playlist).all()
        var value = value(of: playlist, call)
        value.songs = try await call.services.values(of: songs)
        return value
    }
}
