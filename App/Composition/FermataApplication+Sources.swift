import FermataData
import FermataDomain
import FermataPresentation

extension FermataApplication {
    var sources: SourcesDataSource { sources(access: .everyKind) }

    /// `access` limits the kinds of sources that the person may set.
    func sources(access: SourceAccess) -> SourcesDataSource {
        SourcesDataSource(
            getSources: GetSourcesUsecase(repository: sourceRepository, listener: settings.listener),
            addSource: AddSourceUsecase(
                repository: sourceRepository, credentials: credentials, now: clock.now,
                check: { [remotes, servers] in try await remotes.check($0, $1, servers: servers) },
                prepare: { [remotes] in try remotes.preparedNew($0) }),
            setSource: SetSourceUsecase(
                repository: sourceRepository, credentials: credentials, listener: settings.listener,
                prepare: prepareSource),
            removeSource: RemoveSourceUsecase(repository: sourceRepository, credentials: credentials),
            syncSources: SyncUsecase(sources: sourceRepository, reader: syncedMusic, listener: settings.listener),
            access: access, now: clock.now)
    }

    var watchSources: WatchSourcesUsecase {
        WatchSourcesUsecase(
            sources: sourceRepository, library: changes, observer: FolderChangeObserver(clock: clock.sleep),
            clock: clock.sleep)
    }

    var deliveries: DeliveryDataSource {
        DeliveryDataSource(
            deliverChanges: DeliverChangesUsecase(
                outboxes: [.stars(starRepository, remote: remotes.stars), plays],
                sources: sourceRepository, listener: settings.listener, clock: clock.sleep),
            changes: changes, clock: clock.sleep)
    }

    /// Returns a source as it is stored. Throws `SourceError` for a source that no remote repository can read.
    var prepareSource: @Sendable (Source) throws -> Source { { [remotes] in try remotes.prepared($0) } }
}
