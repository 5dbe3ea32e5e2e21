public import FermataDomain

/// A row with the result of a source's sync.
public struct SyncResultCellModel: Equatable, Sendable {
    let syncResult: SyncResult

    public init(_ syncResult: SyncResult) { self.syncResult = syncResult }

    public var source: String { syncResult.source }

    /// Why the source's songs could not be read; nil if they were.
    public var failure: SourceFailure? {
        if case .failed(let failure) = syncResult.result { failure } else { nil }
    }

    /// The problem of the sync; nil if it read everything.
    public var problem: ProblemModel? { problem(for: .user) }

    /// Returns the problem of the sync for an audience; nil if it read everything.
    func problem(for audience: ProblemModel.Audience) -> ProblemModel? {
        if let failure {
            let hasChanged = syncResult.summary.flatMap(Self.changes) != nil
            return failure.problem(
                for: audience, ofSource: source,
                unchanged: hasChanged
                    ? "The songs before are stored, and none were removed." : "Stored music is unchanged.")
        }
        if let cause = syncResult.playlistsFailure {
            return ProblemModel(PartialSyncError(source: source, part: .playlists, cause: cause), for: audience)
        }
        return syncResult.starsFailure.map {
            ProblemModel(PartialSyncError(source: source, part: .stars, cause: $0), for: audience)
        }
    }

    /// The reason of the problem, as a clause.
    var reasonText: String? { reasonText(for: .user) }

    func reasonText(for audience: ProblemModel.Audience) -> String? {
        (failure ?? syncResult.playlistsFailure ?? syncResult.starsFailure).map {
            $0.cause.clause(for: audience).onOneLine
        }
    }

    /// A note that the source may have more songs than were read; nil if all were, or if the sync failed.
    public var incompleteText: String? {
        guard syncResult.isPartial else { return nil }
        return "“\(source.onOneLine)” may have more songs than were read, so none were removed. Sync it again later."
    }

    /// The result of the sync of the songs: `unchanged`, `refreshed` or `failed`.
    public var result: String {
        switch syncResult.result {
        case .unchanged: "unchanged"
        case .refreshed: "refreshed"
        case .failed: "failed"
        }
    }

    /// The changes: `3 added, 1 skipped; playlists: 449 added`, without counts for a listener who may not see them.
    ///
    /// Empty for a failed sync that changed nothing.
    public var changesText: String {
        let music = syncResult.summary.flatMap { Self.changes($0) ?? (failure == nil ? "nothing new" : nil) }
        let playlists =
            syncResult.playlistsFailure == nil ? syncResult.playlists.flatMap(Self.changes) : "not updated"
        return [music, playlists.map { "playlists: \($0)" }, bookmarks.map { "bookmarks: \($0)" }].compactMap { $0 }
            .joined(separator: "; ")
    }

    /// The changes of bookmarks, and the number of changes that wait for the source.
    private var bookmarks: String? {
        let changes = syncResult.starsFailure == nil ? syncResult.stars.flatMap(Self.changes) : "not updated"
        let waiting = syncResult.waiting.flatMap { $0 > 0 ? "\(CountText.grouped($0)) waiting" : nil }
        let texts = [changes, waiting].compactMap { $0 }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    public var accessibilityLabel: String {
        "\(source.onOneLine): \(result)" + (changesText.isEmpty ? "" : ", \(changesText)")
    }

    /// A line for each stored skipped record, one that counts the others, and one that counts shortened ones.
    public var notes: [String] {
        skipped(syncResult.summary, "record") + shortened(syncResult.summary, "record")
            + skipped(syncResult.playlists, "playlist") + shortened(syncResult.playlists, "playlist")
    }

    private func shortened(_ summary: SyncSummary?, _ kind: String) -> [String] {
        guard let summary, summary.shortenedCount > 0 else { return [] }
        return ["\(source.onOneLine): shortened the texts of \(CountText(summary.shortenedCount, kind).text)"]
    }

    private func skipped(_ summary: SyncSummary?, _ kind: String) -> [String] {
        guard let summary else { return [] }
        let source = source.onOneLine
        let lines = summary.rejected.map { record in
            let text = record.clause.onOneLine
            if case .part = record.cause { return "\(source): \(text)" }
            // The text names a file by its path.
            let name = record.cause.isOfFile ? "a file" : "\(kind) \(record.position)"
            return "\(source): skipped \(name): \(text)"
        }
        let more = summary.rejectedCount - summary.rejected.count
        let noun = summary.rejected.allSatisfy(\.cause.isOfFile) ? "file" : kind
        return more > 0 ? lines + ["\(source): skipped " + CountText(more, "more \(noun)").text] : lines
    }

    private static func changes(_ summary: SyncSummary) -> String? {
        let changes = [
            (summary.added, "added"), (summary.merged, "merged"), (summary.updated, "updated"),
            (summary.removed, "removed"),
            (summary.rejectedCount, "skipped"), (summary.shortenedCount, "shortened"),
        ]
        let words = changes.filter { $0.0 > 0 }.map { "\(CountText.grouped($0.0)) \($0.1)" }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

extension SyncResultCellModel {
    package static let table = TableModel<SyncResultCellModel>(
        [
            .init("Source", .share(2), priority: 2) { .plain($0.source) },
            .init("Result", .fixed(10), priority: 3) { .plain($0.result) },
            .init("Changes", .share(4), priority: 1) { .paragraph($0.changesText) },
        ], emptyText: .sources)
}

/// The keys of a row about a sync; counts have no value for a listener who may not see them.
public enum SyncResultField: String, RowField {
    case source, result, added, merged, updated, unchanged, removed, skipped, reason
    case playlistsAdded, playlistsUpdated, playlistsUnchanged, playlistsRemoved, playlistsSkipped, playlistsReason
    case bookmarksAdded, bookmarksRemoved, waiting, starsReason

    public var valueKind: FieldKind {
        switch self {
        case .source, .result, .reason, .playlistsReason, .starsReason: .text
        default: .number
        }
    }
}

extension SyncResultCellModel: RowModel {
    public func value(of field: SyncResultField) -> FieldValue {
        let (music, playlists) = (syncResult.summary, syncResult.playlists)
        return switch field {
        case .source: .text(source)
        case .result: .text(result)
        case .added: FieldValue(music?.added)
        case .merged: FieldValue(music?.merged)
        case .updated: FieldValue(music?.updated)
        case .unchanged: FieldValue(music?.unchanged)
        case .removed: FieldValue(music?.removed)
        case .skipped: FieldValue(music?.rejectedCount)
        case .reason: FieldValue(failure.map(\.cause.clause))
        case .playlistsAdded: FieldValue(playlists?.added)
        case .playlistsUpdated: FieldValue(playlists?.updated)
        case .playlistsUnchanged: FieldValue(playlists?.unchanged)
        case .playlistsRemoved: FieldValue(playlists?.removed)
        case .playlistsSkipped: FieldValue(playlists?.rejectedCount)
        case .playlistsReason: FieldValue(syncResult.playlistsFailure.map(\.cause.clause))
        case .bookmarksAdded: FieldValue(syncResult.stars?.added)
        case .bookmarksRemoved: FieldValue(syncResult.stars?.removed)
        case .waiting: FieldValue(syncResult.waiting)
        case .starsReason: FieldValue(syncResult.starsFailure.map(\.cause.clause))
        }
    }
}

/// The error of a sync that read the songs of a source, but not its playlists or stars.
struct PartialSyncError: ProblemConvertible {
    /// The part of a source that the sync could not read or change.
    enum Part {
        case playlists, stars
    }

    let source: String
    let part: Part
    let cause: SourceFailure

    func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        var problem = cause.problem(for: audience, ofSource: source, unchanged: unchanged)
        problem.sentence = "The songs of \(source) are updated, its \(part) are not. \(problem.sentence)"
        return problem
    }

    private var unchanged: String {
        switch part {
        case .playlists: "Stored playlists are unchanged."
        case .stars: "Bookmarks are unchanged."
        }
    }
}
