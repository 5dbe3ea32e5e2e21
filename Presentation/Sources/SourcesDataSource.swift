public import FermataDomain
public import Foundation

/// Feeds the screens of sources: their list, changes to it, and syncs.
public struct SourcesDataSource: Sendable {
    private let getSources: GetSourcesUsecase
    private let addSource: AddSourceUsecase
    private let setSource: SetSourceUsecase
    private let removeSource: RemoveSourceUsecase
    private let syncSources: SyncUsecase
    private let now: @Sendable () -> Date

    public init(
        getSources: GetSourcesUsecase, addSource: AddSourceUsecase, setSource: SetSourceUsecase,
        removeSource: RemoveSourceUsecase, syncSources: SyncUsecase, now: @escaping @Sendable () -> Date
    ) {
        self.getSources = getSources
        self.addSource = addSource
        self.setSource = setSource
        self.removeSource = removeSource
        self.syncSources = syncSources
        self.now = now
    }

    /// The rows of all sources, in the order they were added. Rows of a cache show times instead of ages.
    public func list(showsAges: Bool = true) async throws -> [SourceCellModel] {
        let now = showsAges ? now() : nil
        return try await getSources.execute().map { SourceCellModel($0, now: now) }
    }

    /// Adds a source and returns its row. Throws `LibraryError`.
    public func add(
        kind: String, address: String, playlists: String?, name: String?, signIn: SourceSignIn? = nil
    ) async throws -> SourceCellModel {
        let source = try await addSource.execute(
            kind: kind, address: address, playlists: playlists, name: name, signIn: signIn)
        return SourceCellModel(source, now: now())
    }

    /// Changes a source and returns its row. Throws `LibraryError`.
    public func set(_ name: String, _ changes: SetSourceUsecase.Changes) async throws -> SourceCellModel {
        SourceCellModel(try await setSource.execute(name, changes), now: now())
    }

    /// Removes a source after confirmation and returns whether it did. Throws `LibraryError`.
    public func remove(
        _ name: String, keepingBookmarked: Bool, confirm: @Sendable () throws -> Bool
    ) async throws -> Bool {
        try await removeSource.execute(name, keepingBookmarked: keepingBookmarked, confirm: confirm)
    }

    /// Reads the named sources, or all, and emits lines of progress and a row for each source. Throws `LibraryError`.
    public func sync(_ names: [String] = []) -> some AsyncSequence<SyncUpdate, any Error> & Sendable {
        let started = now()
        return syncSources.execute(named: names).map { [now] event in
            switch event {
            case .progress(let progress):
                .progress(SyncProgressText(progress, seconds: now().timeIntervalSince(started)))
            case .result(let result): .result(SyncResultCellModel(result))
            }
        }
    }
}

/// What a screen shows of a sync.
public enum SyncUpdate: Equatable, Sendable {
    case progress(SyncProgressText)
    case result(SyncResultCellModel)
}
