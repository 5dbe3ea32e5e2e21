import FermataDomain
import FermataPresentation

extension FermataApplication {
    var sources: SourcesDataSource {
        let check: @Sendable (Source) throws -> Void = { [remotes] source in
            _ = try remotes.repository(for: source)
            _ = try remotes.playlists(of: source)
        }
        return SourcesDataSource(
            getSources: GetSourcesUsecase(repository: sourceRepository, listener: settings.listener),
            addSource: AddSourceUsecase(repository: sourceRepository, now: clock.now, check: check),
            setSource: SetSourceUsecase(repository: sourceRepository, listener: settings.listener, check: check),
            removeSource: RemoveSourceUsecase(repository: sourceRepository),
            syncSources: SyncUsecase(sources: sourceRepository, reader: syncedMusic, listener: settings.listener),
            now: clock.now)
    }
}
