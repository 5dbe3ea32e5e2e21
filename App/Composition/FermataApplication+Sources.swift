import FermataDomain
import FermataPresentation

extension FermataApplication {
    var sources: SourcesDataSource {
        SourcesDataSource(
            getSources: GetSourcesUsecase(repository: sourceRepository, listener: settings.listener),
            addSource: AddSourceUsecase(repository: sourceRepository, now: clock.now, check: checkSource),
            setSource: SetSourceUsecase(repository: sourceRepository, listener: settings.listener, check: checkSource),
            removeSource: RemoveSourceUsecase(repository: sourceRepository),
            syncSources: SyncUsecase(sources: sourceRepository, reader: syncedMusic, listener: settings.listener),
            now: clock.now)
    }

    /// Throws `SourceError` for a source that no remote repository can read.
    var checkSource: @Sendable (Source) throws -> Void {
        { [remotes] source in
            _ = try remotes.repository(for: source)
            _ = try remotes.playlists(of: source)
        }
    }
}
