import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestServer

extension Repositories {
    static let subsonic = RemoteMusicRepositoryFactory("OpenSubsonic", titles: SampleMusic.all.map(\.title)) { body in
        try await withMusicServer { server, access in
            server.change { content in
                content.songs = SampleMusic.all.map { music in
                    ServedSong(
                        id: music.key, title: music.title, artist: music.artist, album: music.album,
                        duration: Int(music.duration.components.seconds))
                }
            }
            try await body(try access.music())
        }
    }

    static let subsonicPlaylists = RemotePlaylistRepositoryFactory("OpenSubsonic") { playlists, body in
        try await withMusicServer { server, access in
            server.change { content in
                content.playlists = playlists.map { ServedPlaylist(id: $0.key, name: $0.name, songs: $0.songKeys) }
            }
            try await body(try access.playlists())
        }
    }

    static let subsonicAudio = AudioRepositoryFactory("OpenSubsonic") { body in
        try await withMusicServer { server, access in
            let change: @Sendable (MusicID, (inout ServedAudio) -> Void) -> Void = { id, change in
                server.change { change(&$0.audio["\(id)", default: ServedAudio(Data())]) }
            }
            try await body(
                AudioSubject(
                    HomeAudio(repository: access.audio(otherwise: FakeAudioRepository())),
                    serve: { id, content in
                        change(id) { ($0.content, $0.etag) = (content, "\"\(content.hashValue)\"") }
                    },
                    breakNext: { id, count in change(id) { $0.breaksAfter = returningOnce(count) } },
                    address: { server.address + "/rest/stream.view?id=\($0)&format=raw" }))
        }
    }

    static let subsonicStars = RemoteStarRepositoryFactory("OpenSubsonic") { body in
        try await withMusicServer { server, access in
            let letters = ["a", "b", "c", "d", "e"]
            server.change { $0.songs = letters.map { ServedSong(id: "id of \($0)", title: $0) } }
            try await body(
                try access.stars(), Dictionary(uniqueKeysWithValues: letters.map { ($0, "id of \($0)") }))
        }
    }

    static let fileCredentials = SourceCredentialsRepositoryFactory("file") {
        let folder = try TemporaryFolder()
        return FileSourceCredentialsRepository(
            path: folder.path("fermata/credentials.json"), library: folder.path("library.sqlite"))
    }

    static let inMemoryCredentials = SourceCredentialsRepositoryFactory("in memory") {
        InMemorySourceCredentialsRepository()
    }
}

/// Reads all songs as songs of the source “home”.
private struct HomeAudio: AudioRepository {
    let repository: any AudioRepository

    func read(_ music: Music, into sink: any AudioSink) async throws {
        var music = music
        music.sources = ["home"]
        try await repository.read(music, into: sink)
    }
}
