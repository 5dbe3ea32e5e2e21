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
                check: checkNewSource,
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

    /// Signs in to a new server, or reads the first records of a new catalogue within 10 seconds.
    ///
    /// Returns nil for a folder, whose path is checked before. Throws `SourceError`.
    private var checkNewSource: @Sendable (Source, SourceCredentials?) async throws -> SourceCheck? {
        { [remotes, servers, listener = settings.listener, sleep = clock.sleep] source, credentials in
            if let credentials { return try await servers.signIn(to: source, credentials) }
            if source.kind == Source.folderKind { return nil }
            let (repository, limit) = (try remotes.repository(for: source), Duration.seconds(10))
            return try await withThrowingTaskGroup(of: SourceCheck.self) { tasks in
                defer { tasks.cancelAll() }
                tasks.addTask { try await repository.check(source, for: listener) }
                tasks.addTask {
                    try await sleep.sleep(for: limit)
                    return .unreadable(SourceFailure(.timedOut(after: limit), address: source.shownAddress))
                }
                return try await tasks.next()
            }
        }
    }

    /// Returns a source as it is stored. Throws `SourceError` for a source that no remote repository can read.
    var prepareSource: @Sendable (Source) throws -> Source { { [remotes] in try remotes.prepared($0) } }
}
