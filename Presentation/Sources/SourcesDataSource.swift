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
    /// The kinds of sources that the program knows.
    public let forms: [SourceForm]
    private let latest = LatestSyncResults()
    private let now: @Sendable () -> Date

    /// `access` determines which addresses the person may set, and which sources are synced. `forms` are those of all
    /// kinds of sources.
    public init(
        getSources: GetSourcesUsecase, addSource: AddSourceUsecase, setSource: SetSourceUsecase,
        removeSource: RemoveSourceUsecase, syncSources: SyncUsecase, access: SourceAccess = .everyKind,
        forms: [SourceForm], now: @escaping @Sendable () -> Date
    ) {
        self.getSources = getSources
        self.addSource = addSource
        self.setSource = setSource
        self.removeSource = removeSource
        self.syncSources = syncSources
        self.access = access
        self.forms = forms
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
        checked: (@Sendable (String) -> Void)? = nil
    ) async throws -> SourceCellModel {
        try access.checkAddition(ofKind: kind, forms.form(ofKind: kind))
        var report: (@Sendable (SourceCheck, Source) -> Void)?
        if let checked { report = { checked($0.text(of: $1.name)) } }
        let source = try await addSource.execute(
            kind: kind, address: address, playlists: playlists, name: name, signIn: signIn, checked: report)
        await latest.remove(source.name)
        return try await find(source.name)
    }

    /// Adds a source by the words that a person typed: its kind and its address, or an address alone. Returns its row.
    ///
    /// The words of a command are its program and the arguments. `signIn` is called with the traits of the kind. Throws
    /// `SourceError`, `SourceAccessError` or `LibraryError`.
    public func add(
        words: [String], playlists: String?, name: String?,
        signIn: (_ kind: String, SourceTraits) throws -> SourceSignIn?, checked: (@Sendable (String) -> Void)? = nil
    ) async throws -> SourceCellModel {
        guard let first = words.first else { throw SourceError.invalidAddress(.empty) }
        let form = words.count > 1 ? forms.form(ofKind: first) : forms.form(ofAddress: first)
        let kind = form?.kind ?? first
        let address = words.count > 1 ? Array(words.dropFirst()) : words
        let isCommand = form?.traits.contains(.runsProgram) == true
        if form != nil, address.count > 1, !isCommand { throw SourceError.invalidAddress(.severalWords) }
        return try await add(
            kind: kind, address: isCommand ? address.shellLine : address[0], playlists: playlists, name: name,
            signIn: try signIn(kind, form?.traits ?? []), checked: checked)
    }

    /// Adds a source of the kind that its values determine, and returns its row. Throws `SourceError`,
    /// `SourceAccessError` or `LibraryError`.
    public func add(_ input: SourceInputModel) async throws -> SourceCellModel {
        guard let kind = input.kind(among: forms) else {
            throw SourceError.invalidAddress(input.trimmed(.address) == nil ? .empty : .notAURLOrPath)
        }
        return try await add(
            kind: kind, address: input[.address].trimmed, playlists: input.trimmed(.playlists),
            name: input.trimmed(.name), signIn: input.signIn)
    }

    /// Changes a source and returns its row. Throws `SourceError`, `SourceAccessError` or `LibraryError`.
    public func set(_ name: String, _ changes: SetSourceUsecase.Changes) async throws -> SourceCellModel {
        try access.check(changes, of: try await getSources.find(name))
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

    /// The names of the sources that the person may sync. Throws `LibraryError`.
    public func namesToSync() async throws -> [String] { try await syncSources.names() }

    /// Throws `SourceError.notFound`, or `SourceAccessError.runsProgram` if the person may not sync the source.
    public func checkSync(_ name: String) async throws { try await syncSources.check(name) }

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

/// The results of the latest sync of each source by this process.
actor LatestSyncResults {
    private var results: [String: SyncResultCellModel] = [:]

    subscript(name: String) -> SyncResultCellModel? { results[name] }

    func set(_ result: SyncResultCellModel) { results[result.source] = result }

    func remove(_ name: String) { results[name] = nil }

    /// Moves the result of a source to its new name.
    func rename(_ name: String, to newName: String) {
        guard newName != name else { return }
        results[newName] = results.removeValue(forKey: name)
    }
}

/// Measures how long a running sync has read the records that its progress counts.
///
/// The count restarts for each source, for its playlists, and when a failed read is retried.
actor SyncProgressTimer {
    private var start: Date
    private var latest: Date
    private var count = 0

    init(start: Date) { (self.start, latest) = (start, start) }

    /// Returns the seconds in which the records of a progress were read.
    ///
    /// For a smaller count, the time restarts at the previous event.
    func seconds(of progress: SyncProgress, at date: Date) -> Double {
        let count = progress.count ?? 0
        if count < self.count { start = latest }
        (latest, self.count) = (date, count)
        return date.timeIntervalSince(start)
    }

    /// Restarts the time after the result of a source.
    func restart(at date: Date) { (start, latest, count) = (date, date, 0) }
}

extension SourceCheck {
    private static var added: String { "The source is added all the same." }

    /// What was found when a new source was checked, in sentences. `source` is the name of the source.
    package func text(of source: String) -> String {
        switch self {
        case .server("", _): "Signed in to the server."
        case .server(let program, ""): "Signed in to the server, which is \(program.onOneLine.quoted)."
        case .server(let program, let version):
            "Signed in to the server, which is \("\(program) \(version)".onOneLine.quoted)."
        case .song(let title, ""): "Its first song is \(title.onOneLine.quoted)."
        case .song(let title, let artist):
            "Its first song is \(title.onOneLine.quoted) by \(artist.onOneLine.quoted)."
        case .songs: "The address leads to songs."
        case .rejected(let record): "Its first record is invalid: \(record.clause.onOneLine). \(Self.added)"
        case .late(let limit): "No song arrived within \(limit.formatted(.units(width: .wide))). \(Self.added)"
        case .unreadable(let failure):
            failure.problem(for: .user, ofSource: source, unchanged: Self.added).text.onOneLine
        }
    }
}

/// The removal of a source: the question before it, the replies, and its result as a sentence.
public struct SourceRemovalModel: Equatable, Sendable {
    /// The replies that remove the source, as buttons and keys name them.
    public static let choices = [
        Choice(title: "Remove", keepsBookmarked: false), Choice(title: "Keep bookmarked songs", keepsBookmarked: true),
    ]
    private let name: String
    private let keepsBookmarked: Bool

    public init(_ name: String, keepsBookmarked: Bool) {
        self.name = name
        self.keepsBookmarked = keepsBookmarked
    }

    /// A reply to `openQuestion`.
    public struct Choice: Equatable, Sendable {
        public let title: String
        public let keepsBookmarked: Bool
    }

    /// The question for an interface whose replies include the choice about bookmarked songs.
    public static func openQuestion(_ name: String) -> String {
        "Remove “\(name)” and all songs that came only from it?"
    }

    public var question: String {
        let exception = keepsBookmarked ? "except bookmarked ones" : "bookmarked ones included"
        return "Remove \(name) and all songs that came only from it, \(exception)?"
    }

    /// The sentence after the reply to the question.
    public func resultText(isRemoved: Bool) -> String { isRemoved ? "Removed \(name)." : RemovalText.cancelled }
}
