import FermataDomain
import Foundation

/// Stars, ratings and plays.
extension SubsonicRoute {
    static let annotation: [SubsonicRoute] = [
        SubsonicRoute("star", isChange: true) { call in try await setStars(true, call) },
        SubsonicRoute("unstar", isChange: true) { call in try await setStars(false, call) },
        SubsonicRoute("setRating", isChange: true) { call in
            let stars = try call.parameters.integer("rating", in: 0...Rating.five.rawValue)
            guard let stars else { throw SubsonicError.missing("rating") }
            try await change(call, [call.parameters.id()], .rate(Rating(rawValue: stars)))
            return .done
        },
        SubsonicRoute("scrobble", isChange: true) { call in
            let songs = try call.parameters.songs("id")
            let times = try call.parameters.integers("time", in: 0...Int(Int64.max / 2))
            guard !songs.isEmpty else { throw SubsonicError.missing("id") }
            guard try call.parameters.flag("submission") ?? true else {
                let song = try await call.services.song(songs[0])
                call.server.nowPlaying.set(song.id, for: call.account, in: call.client, at: call.server.now())
                return .done
            }
            for (index, song) in songs.enumerated() {
                let time = times.indices.contains(index) ? Double(times[index]) / 1_000 : nil
                let started = time.map { Date(timeIntervalSince1970: $0) } ?? call.server.now()
                try await call.services.recordPlay.execute(song, started: started)
            }
            return .done
        },
        SubsonicRoute("getNowPlaying") { call in
            var entries: [NowPlayingValue] = []
            for playing in call.server.nowPlaying.entries(of: call.account, at: call.server.now()) {
                // The song may have left the library.
                guard let song = try await call.services.player.song(playing.song) else { continue }
                entries.append(
                    NowPlayingValue(
                        song: try await call.services.values(of: [song])[0], playing: playing, now: call.server.now()))
            }
            return .list("nowPlaying", "entry", entries)
        },
    ]

    private static func setStars(_ isStarred: Bool, _ call: SubsonicCall) async throws -> Reply {
        let ids = try ["id", "albumId", "artistId"].flatMap { try call.parameters.ids($0) }
        guard !ids.isEmpty else { throw SubsonicError.missing("id") }
        try await change(call, ids, .bookmark(isStarred))
        return .done
    }

    /// Changes songs, albums and artists; those of each kind all or none.
    private static func change(_ call: SubsonicCall, _ ids: [SubsonicID], _ edit: AnnotationEdit) async throws {
        var (songs, albums, artists): ([MusicID], [AlbumID], [String]) = ([], [], [])
        for id in ids {
            switch id {
            case .song(let id): songs.append(id)
            case .album(let id): albums.append(try await call.services.albums.find(id: id).id)
            case .artist(let artist): artists.append(try await call.services.name(of: artist))
            case .playlist: throw SubsonicError.notFound(id.text)
            }
        }
        if !songs.isEmpty {
            switch edit {
            case .bookmark(let isBookmarked): _ = try await call.services.setBookmark.execute(isBookmarked, of: songs)
            case .rate(let rating): _ = try await call.services.rate.execute(rating, of: songs)
            }
        }
        if !albums.isEmpty { _ = try await call.services.annotate.execute(edit, ofAlbums: albums) }
        if !artists.isEmpty { _ = try await call.services.annotate.execute(edit, ofArtists: artists) }
    }
}

/// A song that an account plays now.
private struct NowPlayingValue: SubsonicValue {
    let song: SongValue
    let playing: SubsonicNowPlaying.Entry
    let now: Date

    func write(to writer: inout some SubsonicWriter) {
        writer.member("username", playing.account)
        writer.member("minutesAgo", max(0, Int(now.timeIntervalSince(playing.time)) / 60))
        writer.member("playerId", playing.number)
        writer.member("playerName", nonempty: playing.client)
        song.write(to: &writer)
    }
}
