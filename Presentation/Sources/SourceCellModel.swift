public import FermataDomain
public import Foundation

/// A row of the list of sources.
public struct SourceCellModel: Equatable, Sendable {
    let source: Source
    let now: Date?
    /// The result of this program's latest sync of the source; nil before the first one.
    let ownLatest: SyncResultCellModel?
    /// The progress of the source's running sync; nil while none runs.
    public var progress: SyncProgressText?

    /// Shows the age of the last sync at `now`. Shows the time instead of the age without `now`, for cached rows.
    public init(
        _ source: Source, now: Date? = nil, latest: SyncResultCellModel? = nil, progress: SyncProgressText? = nil
    ) {
        self.source = source
        self.now = now
        ownLatest = latest
        self.progress = progress
    }

    /// The hint after a source was added or its address changed.
    public var syncHint: String { "To read it into the library, run: fermata sync \(name.shellWord)" }

    public var name: String { source.name }
    public var kind: String { source.kind }
    /// The address without its query, which may contain a secret.
    public var address: String { source.shownAddress }
    /// The address of its playlists without a query; nil if it has none.
    public var playlists: String? { source.shownPlaylists }
    /// Empty for a listener who may not see counts.
    public var countText: String { source.count.map { CountText($0, "song").text } ?? "" }
    /// How many changes of bookmarks wait for it; empty if none does.
    public var waitingText: String {
        guard let waiting = source.waiting, waiting > 0 else { return "" }
        return CountText(waiting, "change").text
    }
    /// When it was last read completely: `never`, `3 minutes ago`, or the time itself without a `now`.
    public var ageText: String {
        guard let refreshed = source.refreshed else { return "never" }
        return now.map { AgeText(of: refreshed, now: $0).text } ?? TimestampText(refreshed)?.text ?? ""
    }
}

/// The state of a source's sync, and hints.
extension SourceCellModel {
    /// The result of the latest sync; nil before the first one, and after a complete one of another program.
    ///
    /// The library stores the issue of every program's sync. The changes are known only for a sync of this program.
    var latest: SyncResultCellModel? {
        if let ownLatest, ownLatest.syncResult.issue?.time == source.issue?.time { return ownLatest }
        return source.issue.map { SyncResultCellModel(SyncResult($0, of: source)) }
    }

    /// The progress of the running sync, or the result of the latest one; empty before the first.
    public var syncText: String { syncText(for: .user) }

    func syncText(for audience: ProblemModel.Audience) -> String {
        if let progress { return progress.detail }
        guard let latest else { return "" }
        let reason = latest.reasonText(for: audience)
        if latest.failure != nil, let reason { return "failed: \(reason)" }
        let changes = latest.changesText.isEmpty ? latest.result : latest.changesText
        return reason.map { "\(changes) (\($0))" } ?? changes
    }

    /// Whether the latest sync could not read everything.
    public var isProblem: Bool { progress == nil && latest?.reasonText != nil }

    /// Whether the source may have more songs than the latest sync has read.
    public var isIncomplete: Bool { progress == nil && latest?.incompleteText != nil }

    /// When the latest sync could not read something: `3 minutes ago`, or the time; empty if it could.
    public var errorAgeText: String {
        errorTime.map { time in now.map { AgeText(of: time, now: $0).text } ?? TimestampText(time)?.text ?? "" } ?? ""
    }

    var errorTime: Date? { source.issue.flatMap { $0.cause == .incomplete ? nil : $0.time } }

    /// The problem with advice, or a note that the source needs a sync; nil if there is nothing to do.
    public func hint(for audience: ProblemModel.Audience) -> String? {
        if progress != nil { return nil }
        if let problem = latest?.problem(for: audience) { return problem.text }
        if source.refreshed == nil { return "Not read yet: sync it to list its songs." }
        return latest?.incompleteText
    }

    /// The notes below the list of sources: the hints of sources that could not be read completely.
    public static func notes(of rows: [SourceCellModel]) -> [String] {
        rows.filter { $0.isProblem || $0.isIncomplete }.compactMap { $0.hint(for: .user) }
    }

    /// A sentence about those of some sources whose latest sync could not read their songs; nil if there are none.
    package static func failedSyncsText(of rows: [SourceCellModel]) -> String? {
        let failed = rows.filter { row in if case .songs = row.source.issue?.cause { true } else { false } }
        let hint = "To see more, run: fermata source list"
        guard let first = failed.first else { return nil }
        guard failed.count == 1 else {
            let names = failed.prefix(nameLimit).map { "“\($0.name.onOneLine)”" }.joined(separator: ", ")
            let more = failed.count > nameLimit ? " and \(CountText(failed.count - nameLimit, "more source").text)" : ""
            return "The last syncs of \(names)\(more) failed, so their songs may be out of date. \(hint)"
        }
        let reason = first.latest?.reasonText.map { ": \($0)" } ?? ""
        return "The last sync of “\(first.name.onOneLine)” failed \(first.errorAgeText)\(reason). \(hint)"
    }

    private static let nameLimit = 3

    /// The address as a client of the web server sees it, without paths of the server's computer.
    public var webAddress: String {
        SourceAccess.networkKinds.allowsAddress(of: source.traits) ? address : Self.hiddenAddress
    }

    private static let hiddenAddress = "on the server’s computer"

    /// The message that changes of a source may be noticed late.
    package static func unwatchedText(_ source: String) -> String {
        """
        Changes in “\(source)” may be noticed late, because the system watches no more folders. Raise \
        fs.inotify.max_user_watches, or set serve.syncEvery.
        """
    }
}

/// The keys of a row of the list of sources.
public enum SourceField: String, RowField {
    case name, kind, address, count, refreshed, added, playlists, waiting
    /// The problem of the latest sync, its time, and whether the source may have more songs than were read.
    case error, errorTime, incomplete

    public var valueKind: FieldKind {
        switch self {
        case .count, .playlists, .waiting: .number
        case .refreshed, .added, .errorTime: .time
        case .incomplete: .flag
        case .name, .kind, .address, .error: .text
        }
    }
}

extension SourceCellModel: RowModel {
    public func value(of field: SourceField) -> FieldValue {
        switch field {
        case .name: .text(source.name)
        case .kind: .text(source.kind)
        case .address: source.traits.contains(.localAddress) ? .local(address) : .text(address)
        case .count: FieldValue(source.count)
        case .refreshed: FieldValue(source.refreshed.flatMap(TimestampText.init)?.text)
        case .added: FieldValue(TimestampText(source.added)?.text)
        case .playlists: FieldValue(playlists)
        case .waiting: FieldValue(source.waiting)
        case .error: FieldValue(latest?.problem?.text)
        case .errorTime: FieldValue(errorTime.flatMap(TimestampText.init)?.text)
        case .incomplete: .flag(isIncomplete)
        }
    }

    package static let table = TableModel<SourceCellModel>(columns, emptyText: .sources)
    /// The table of some rows. It has columns for waiting changes and for errors if any row has them.
    package static func table(of rows: [SourceCellModel]) -> TableModel<SourceCellModel> {
        var columns = columns
        if rows.contains(where: { !$0.waitingText.isEmpty }) {
            columns.append(
                .init("Waiting", .fixed(14), .trailing, priority: 4, key: "waiting") { .plain($0.waitingText) })
        }
        if rows.contains(where: { !$0.errorAgeText.isEmpty }) {
            columns.append(.init("Last error", .fixed(14), priority: 6, key: "errorTime") { .plain($0.errorAgeText) })
        }
        return TableModel(columns, emptyText: .sources)
    }
    /// The table of a screen that shows running syncs.
    package static let syncTable = TableModel<SourceCellModel>(
        columns + [.init("Last sync", .share(3), priority: 6) { .plain($0.syncText) }],
        emptyText: .sources)

    private static var columns: [TableModel<SourceCellModel>.Column] {
        [
            .init("Name", .share(2), priority: 5) { .plain($0.name) },
            .init("Kind", .fixed(8), priority: 1) { .plain($0.kind) },
            .init("Songs", .fixed(15), .trailing, priority: 2, key: "count") { .plain($0.countText) },
            .init("Updated", .fixed(14), priority: 3, key: "refreshed") { .plain($0.ageText) },
            .init("Address", .share(3), priority: 4) { .plain($0.address) },
        ]
    }
}

extension EmptyListText {
    /// A library without sources.
    package static let sources = EmptyListText(
        "There is no source yet.", commandLine: "Add one: fermata source add folder ~/Music",
        tui: "Press {add} on the Sources tab to add one.", web: "Add one on the Sources page.")
}

/// A row of a source with the state of its sync, as the web server sends it.
public struct SourceStatusCellModel: Equatable, Sendable {
    private let row: SourceCellModel

    public init(_ row: SourceCellModel) { self.row = row }
}

/// The keys of a source's row with the state of its sync.
public enum SourceStatusField: String, RowField {
    case name, kind, address, count, refreshed, added, playlists
    /// The progress of the running sync, and the result and the problem of the latest one.
    case progress, result, error
    /// The time of the problem, and whether the source may have more songs than were read.
    case errorTime, incomplete

    public var valueKind: FieldKind { SourceField(rawValue: rawValue)?.valueKind ?? .text }
}

extension SourceStatusCellModel: RowModel {
    public func value(of field: SourceStatusField) -> FieldValue {
        switch field {
        case .progress: FieldValue(row.progress?.detail)
        case .result: FieldValue(row.latest?.result)
        case .error: FieldValue(row.latest?.problem(for: .webClient)?.text)
        case .name, .kind, .address, .count, .refreshed, .added, .playlists, .errorTime, .incomplete:
            row.value(ofKey: field.rawValue)
        }
    }
}

/// The screen of one source, as labelled lines.
public struct SourceDetailModel: Equatable, Sendable {
    public let row: SourceCellModel
    private let audience: ProblemModel.Audience

    public init(_ row: SourceCellModel, for audience: ProblemModel.Audience = .user) {
        self.row = row
        self.audience = audience
    }

    public var title: String { row.name }

    /// The values that the source has; its address only as far as the reader may see it.
    public var lines: [(label: String, text: String)] {
        [
            ("kind", row.kind), ("address", audience == .user ? row.address : row.webAddress),
            ("playlists", row.playlists ?? ""), ("songs", row.countText), ("updated", row.ageText),
            ("last sync", row.syncText(for: audience)), ("last error", row.errorAgeText),
            ("note", row.hint(for: audience) ?? ""),
        ].filter { !$0.1.isEmpty }
    }
}
