import FermataDomain
import Foundation

/// The state of a source's sync, and hints.
extension SourceCellModel {
    /// The result of the latest sync; nil before the first one, and after a complete one of another program.
    ///
    /// The library stores the issue of every program's sync. The changes are known only for a sync of this program.
    var latest: SyncResultCellModel? {
        if let latestInProcess, latestInProcess.syncResult.issue?.time == source.issue?.time { return latestInProcess }
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
        SourceAccess.networkKinds.allowsAddress(ofKind: kind) ? address : Self.hiddenAddress
    }

    private static let hiddenAddress = "on the server’s computer"
}
