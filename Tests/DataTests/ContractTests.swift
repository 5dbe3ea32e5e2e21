import FermataContracts
import Testing

@Suite("Every repository keeps its contract")
struct ContractTests {
    @Test("a music repository", arguments: Repositories.music, MusicRepositoryContract.rules)
    func music(_ factory: MusicRepositoryFactory, rule: MusicRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("a library that can be filled", arguments: Repositories.local, LocalMusicRepositoryContract.rules)
    func local(_ factory: LocalMusicRepositoryFactory, rule: LocalMusicRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("what sources say about songs", arguments: Repositories.records, MusicRecordRepositoryContract.rules)
    func records(_ factory: MusicRecordRepositoryFactory, rule: MusicRecordRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("lyrics", arguments: Repositories.lyrics, LyricsRepositoryContract.rules)
    func lyrics(_ factory: LyricsRepositoryFactory, rule: LyricsRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("the queue", arguments: Repositories.playback, PlaybackRepositoryContract.rules)
    func playback(_ factory: PlaybackRepositoryFactory, rule: PlaybackRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("the history", arguments: Repositories.history, HistoryRepositoryContract.rules)
    func history(_ factory: HistoryRepositoryFactory, rule: HistoryRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("plays that wait for sources", arguments: Repositories.scrobbles, ScrobbleRepositoryContract.rules)
    func scrobbles(_ factory: ScrobbleRepositoryFactory, rule: ScrobbleRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("a playlist repository", arguments: Repositories.playlists, PlaylistRepositoryContract.rules)
    func playlists(_ factory: PlaylistRepositoryFactory, rule: PlaylistRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test(
        "a library whose playlists can be filled", arguments: Repositories.playlists,
        LocalPlaylistRepositoryContract.rules)
    func localPlaylists(_ factory: PlaylistRepositoryFactory, rule: LocalPlaylistRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("an artist repository", arguments: Repositories.playlists, ArtistRepositoryContract.rules)
    func artists(_ factory: PlaylistRepositoryFactory, rule: ArtistRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("a remote repository", arguments: Repositories.remotes, RemoteMusicRepositoryContract.rules)
    func remotes(_ factory: RemoteMusicRepositoryFactory, rule: RemoteMusicRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test(
        "a remote repository of playlists", arguments: Repositories.remotePlaylists,
        RemotePlaylistRepositoryContract.rules)
    func remotePlaylists(
        _ factory: RemotePlaylistRepositoryFactory, rule: RemotePlaylistRepositoryContract.Rule
    ) async throws {
        try await rule.verify(factory)
    }

    @Test("a remote repository of stars", arguments: Repositories.remoteStars, RemoteStarRepositoryContract.rules)
    func remoteStars(_ factory: RemoteStarRepositoryFactory, rule: RemoteStarRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("credentials of sources", arguments: Repositories.credentials, SourceCredentialsRepositoryContract.rules)
    func credentials(
        _ factory: SourceCredentialsRepositoryFactory, rule: SourceCredentialsRepositoryContract.Rule
    ) async throws {
        try await rule.verify(factory)
    }

    @Test("personal data", arguments: Repositories.personalData, PersonalDataRepositoryContract.rules)
    func personalData(_ factory: PersonalDataRepositoryFactory, rule: PersonalDataRepositoryContract.Rule) async throws
    {
        try await rule.verify(factory)
    }

    @Test("a source repository", arguments: Repositories.local, SourceRepositoryContract.rules)
    func sources(_ factory: LocalMusicRepositoryFactory, rule: SourceRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("an audio repository", arguments: Repositories.audio, AudioRepositoryContract.rules)
    func audio(_ factory: AudioRepositoryFactory, rule: AudioRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("a download repository", arguments: Repositories.downloads, DownloadRepositoryContract.rules)
    func downloads(_ factory: DownloadRepositoryFactory, rule: DownloadRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("a list of to-dos", arguments: Repositories.toDos, ToDoRepositoryContract.rules)
    func toDos(_ factory: ToDoRepositoryFactory, rule: ToDoRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("changes that can be undone", arguments: Repositories.undo, UndoRepositoryContract.rules)
    func undo(_ factory: UndoRepositoryFactory, rule: UndoRepositoryContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("a document of to-dos", arguments: Repositories.documents, ToDoDocumentContract.rules)
    func documents(_ factory: ToDoDocumentFactory, rule: ToDoDocumentContract.Rule) async throws {
        try await rule.verify(factory)
    }

    @Test("a geocoder", arguments: Repositories.geocoders, GeocoderContract.rules)
    func geocoders(_ factory: GeocoderFactory, rule: GeocoderContract.Rule) async throws {
        try await rule.verify(factory)
    }
}
