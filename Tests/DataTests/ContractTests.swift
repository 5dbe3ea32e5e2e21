import FermataContracts
import Testing

@Suite("Every repository keeps its contract")
struct ContractTests {
    @Test("a repository follows a rule", arguments: ContractCase.all)
    func follows(_ contract: ContractCase) async throws { try await contract.verify() }
}

/// A repository with a rule of its contract.
struct ContractCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let verify: @Sendable () async throws -> Void

    static let all =
        cases("music", Repositories.music, MusicRepositoryContract.rules)
        + cases("library that can be filled", Repositories.local, LocalMusicRepositoryContract.rules)
        + cases("what sources say about songs", Repositories.records, MusicRecordRepositoryContract.rules)
        + cases("lyrics", Repositories.lyrics, LyricsRepositoryContract.rules)
        + cases("queue", Repositories.playback, PlaybackRepositoryContract.rules)
        + cases("history", Repositories.history, HistoryRepositoryContract.rules)
        + cases("positions in songs", Repositories.positions, SavedPositionRepositoryContract.rules)
        + cases("plays that wait for sources", Repositories.scrobbles, ScrobbleRepositoryContract.rules)
        + cases("playlists", Repositories.playlists, PlaylistRepositoryContract.rules)
        + cases("playlists that can be filled", Repositories.playlists, LocalPlaylistRepositoryContract.rules)
        + cases("playlists of the library's own", Repositories.ownPlaylists, OwnPlaylistRepositoryContract.rules)
        + cases("albums", Repositories.albums, AlbumRepositoryContract.rules)
        + cases("annotations of albums", Repositories.albums, SubjectAnnotationRepositoryContract.rules)
        + cases("artists", Repositories.playlists, ArtistRepositoryContract.rules)
        + cases("personal data", Repositories.playlists, PersonalDataRepositoryContract.rules)
        + cases("source of music", Repositories.remotes, RemoteMusicRepositoryContract.rules)
        + cases("source of playlists", Repositories.remotePlaylists, RemotePlaylistRepositoryContract.rules)
        + cases("source of stars", Repositories.remoteStars, RemoteStarRepositoryContract.rules)
        + cases("source of ratings", Repositories.remoteRatings, RemoteRatingRepositoryContract.rules)
        + cases("duplicates", Repositories.duplicates, DuplicateRepositoryContract.rules)
        + cases("credentials", Repositories.credentials, SourceCredentialsRepositoryContract.rules)
        + cases("accounts", Repositories.accounts, AccountRepositoryContract.rules)
        + cases("sources", Repositories.local, SourceRepositoryContract.rules)
        + cases("audio", Repositories.audio, AudioRepositoryContract.rules)
        + cases("downloads", Repositories.downloads, DownloadRepositoryContract.rules)
        + cases("to-dos", Repositories.toDos, ToDoRepositoryContract.rules)
        + cases("changes that can be undone", Repositories.undo, UndoRepositoryContract.rules)
        + cases("document of to-dos", Repositories.documents, ToDoDocumentContract.rules)
        + cases("geocoder", Repositories.geocoders, GeocoderContract.rules)

    private static func cases<Subject: CustomTestStringConvertible & Sendable>(
        _ name: String, _ subjects: [Subject], _ rules: [ContractRule<Subject>]
    ) -> [ContractCase] {
        subjects.flatMap { subject in
            rules.map { rule in
                ContractCase(testDescription: "\(name), \(subject.testDescription): \(rule.name)") {
                    try await rule.verify(subject)
                }
            }
        }
    }
}
