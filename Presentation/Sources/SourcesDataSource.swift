public import FermataDomain
public import Foundation

/// Provides the list of sources, and adds, changes, removes and syncs them.
public struct SourcesDataSource: Sendable {
    private let getSources: GetSourcesUsecase
    private let addSource: AddSourceUsecase
    private let setSource: SetSourceUsecase
    private let removeSource: RemoveSourceUsecase
    private let syncSources: SyncUsecase
    private let access: SourceAccess
    private let latest = LatestSyncResults()
    private let now: @Sendable () -> Date

    /// `access` determines which addresses the person may set.
    public init(
        getSources: GetSourcesUsecase, addSource: AddSourceUsecase, setSource: SetSourceUsecase,
        removeSource: RemoveSourceUsecase, syncSources: SyncUsecase, access: SourceAccess = .everyKind,
        now: @escaping @Sendable () -> Date
    ) {
        self.getSources = getSources
        self.addSource = addSource
        self.setSource = setSource
        self.removeSource = removeSource
        self.syncSources = syncSources
        self.access = access
        self.now = now
    }

    /// The rows of all sources, in the order they were added. Rows of a cache show times instead of ages.
    public func list(showsAges: Bool = true) async throws -> [SourceCellModel] {
        let now = showsAges ? now() : nil
        var rows: [SourceCellModel] = []
        for source in try await getSources.execute() {
            rows.append(SourceCellModel(source, now: now, latest: await latest[source.name]))
        }
        return rows
    }

    /// A sentence about the sources whose latest sync could not read their songs; nil if there are none.
    public func failedSyncsText() async throws -> String? { SourceCellModel.failedSyncsText(of: try await list()) }

    /// The row of a source. Throws `SourceError.notFound`.
    public func find(_ name: String) async throws -> SourceCellModel {
        SourceCellModel(try await getSources.find(name), now: now(), latest: await latest[name])
    }

    /// Adds a source and returns its row; `checked` receives what was found in it. Throws `SourceError`,
    /// `SourceAccessError` or `LibraryError`.
    public func add(
        kind: String, address: String, playlists: String?, name: String?, signIn: SourceSignIn? = nil,
        checked: (@Sendable (SourceCheckText) -> Void)? = nil
    ) async throws -> SourceCellModel {
        try access.checkAddition(ofKind: kind)
        var report: (@Sendable (SourceCheck, Source) -> Void)?
        if let checked { report = { checked(SourceCheckText($0, of: $1.name)) } }
        let source = try await addSource.execute(
            kind: kind, address: address, playlists: playlists, name: name, signIn: signIn, checked: report)
        await latest.remove(source.name)
        return try await find(source.name)
    }

    /// Adds a source of the kind that its values determine, and returns its row. Throws `SourceError`,
    /// `SourceAccessError` or `LibraryError`.
    public func add(_ input: SourceInputModel) async throws -> SourceCellModel {
        guard let kind = input.resolvedKind else {
            throw SourceError.invalidAddress(input.trimmed(.address) == nil ? .empty : .notAURLOrPath)
        }
        return try await add(
            kind: kind, address: input[.address].trimmed, playlists: input.trimmed(.playlists),
            name: input.trimmed(.name), signIn: input.signIn)
    }

    /// Changes a source and returns its row. Throws `SourceError`, `SourceAccessError` or `LibraryError`.
    public func set(_ name: String, _ changes: SetSourceUsecase.Changes) async throws -> SourceCellModel {
        try access.check(changes, ofKind: try await getSources.find(name).kind)
        let source = try await setSource.execute(name, changes)
        await latest.rename(name, to: source.name)
        return SourceCellModel(source, now: now(), latest: await latest[source.name])
    }

    /// Whether a source's secret is an API key after changes, rather than a password. Throws `SourceError` or
    /// `LibraryError`.
    public func usesAPIKey(_ name: String, after changes: SetSourceUsecase.Changes) async throws -> Bool {
        try await setSource.usesAPIKey(name, after: changes)
    }

    /// Removes a source after confirmation and returns whether it did. Throws `SourceError` or `LibraryError`.
    public func remove(
        _ name: String, keepingBookmarked: Bool, confirm: @Sendable () throws -> Bool = { true }
    ) async throws -> Bool {
        try await removeSource.execute(name, keepingBookmarked: keepingBookmarked, confirm: confirm)
    }

    /// Reads the named sources, or all, and emits lines of progress and a row for each source. Throws `SourceError` or
    /// `LibraryError`.
    public func sync(_ names: [String] = []) -> some AsyncSequence<SyncUpdate, any Error> & Sendable {
        let timer = SyncProgressTimer(start: now())
        return syncSources.execute(named: names).map { [now, latest] event in
            switch event {
            case .progress(let progress):
                return .progress(SyncProgressText(progress, seconds: await timer.seconds(of: progress, at: now())))
            case .result(let result):
                await timer.restart(at: now())
                let row = SyncResultCellModel(result)
                await latest.set(row)
                return .result(row)
            }
        }
    }
}

/// An update about a running sync.
public enum SyncUpdate: Equatable, Sendable {
    case progress(SyncProgressText)
    case result(SyncResultCellModel)
}
