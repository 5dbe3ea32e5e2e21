import FermataContracts
import FermataData
import FermataDomain
import Foundation

extension SharedLibrary {
    /// What a library offers: its songs, or those of `music`, and media of repositories in memory.
    static func of(
        _ library: TestLibrary, music: (any MusicRepository)? = nil, audio: any AudioRepository = FakeAudioRepository(),
        files: any StoredAudioRepository = StoredAudioRepositoryStub { _ in nil },
        artwork: any ArtworkRepository = NoArtwork(), close: @escaping @Sendable () async throws -> Void = {}
    ) -> SharedLibrary {
        let music = music ?? library.music
        let playlists = GetPlaylistsUsecase(
            repository: SQLitePlaylistRepository(library: library.file, now: { Date() }), music: music,
            listener: .anyone)
        let getAudio = GetAudioUsecase(music: music, stored: [files], remote: audio, listener: .anyone)
        let getArtwork = GetArtworkUsecase(music: music, artwork: artwork, listener: .anyone)
        let getLyrics = GetLyricsUsecase(
            repository: SQLiteLyricsRepository(library: library.file), sources: library.sources, listener: .anyone,
            remote: { _ in nil })
        return SharedLibrary(
            music: music, sources: library.sources,
            playlists: { try await playlists.execute(named: "", window: .all) },
            songs: { playlists.batches(of: $0) }, audio: getAudio.execute, artwork: getArtwork.execute,
            lyrics: getLyrics.execute, close: close)
    }

    struct NoArtwork: ArtworkRepository {
        func artwork(of music: Music) async throws -> ArtworkImage? { nil }
    }
}

extension Source {
    /// The source of a library at a path.
    static func library(at path: String, named name: String = "family") -> Source {
        Source(name: name, kind: "library", address: path, added: .distantPast, traits: LibraryKind.form.traits)
    }
}
