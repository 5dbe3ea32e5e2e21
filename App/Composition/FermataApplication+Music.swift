import FermataData
import FermataDomain
import FermataPresentation

extension FermataApplication {
    /// Lists the music of the library, without a network.
    var cachedMusic: MusicListDataSource { musicList(over: CountCachingMusicRepository(music, changes: changes)) }

    /// Lists the music of the library while it syncs its sources.
    var refreshingMusic: MusicListDataSource { musicList(over: syncedMusic) }

    func artists(for audience: ProblemModel.Audience) -> ArtistDataSource {
        ArtistDataSource(
            getPage: GetArtistPageUsecase(
                music: music, artists: SQLiteArtistRepository(library: file), downloads: downloadRepository,
                listener: settings.listener),
            audience: audience, now: clock.now)
    }

    var playlists: PlaylistsDataSource {
        PlaylistsDataSource(
            getPlaylists: GetPlaylistsUsecase(repository: playlistRepository, listener: settings.listener))
    }

    var suggestions: SearchSuggestionsDataSource {
        SearchSuggestionsDataSource(
            getSuggestions: GetSearchSuggestionsUsecase(
                artists: SQLiteArtistRepository(library: file), sources: sourceRepository,
                listener: settings.listener))
    }

    var lyrics: LyricsDataSource {
        LyricsDataSource(
            getMusic: GetMusicUsecase(repository: music, sources: sourceRepository, listener: settings.listener),
            getLyrics: GetLyricsUsecase(
                repository: SQLiteLyricsRepository(library: file), sources: sourceRepository,
                listener: settings.listener, remote: remotes.lyrics))
    }

    var artwork: GetArtworkUsecase {
        GetArtworkUsecase(music: music, artwork: artworkRepository, listener: settings.listener)
    }

    /// Downloaded files come first, then those of folders, then the sources.
    var getAudio: GetAudioUsecase {
        GetAudioUsecase(
            music: music, stored: [downloadRepository, FolderAudioRepository(sources: sourceRepository)],
            remote: streamedAudio, listener: settings.listener)
    }

    var changes: any LibraryChangeObserver { SQLiteLibraryChangeObserver(library: file, clock: clock.sleep) }

    private func musicList(over repository: any MusicRepository) -> MusicListDataSource {
        MusicListDataSource(
            getMusic: GetMusicUsecase(
                repository: repository, sources: sourceRepository, listener: settings.listener),
            getRecords: GetMusicRecordsUsecase(
                repository: SQLiteMusicRecordRepository(library: file), listener: settings.listener),
            setBookmark: SetBookmarkUsecase(repository: repository, listener: settings.listener), now: clock.now)
    }
}
