import FermataPresentation
import Foundation

/// Syncs sources in the background.
struct TUISync: Sendable {
    let sources: SourcesDataSource
    let notice: LibraryNotice
    let now: @Sendable () -> Date

    /// Syncs the named sources, or all. Reports progress and, at the end, the result of each source.
    func run(_ names: [String], _ report: @escaping TUITaskRunner.Report) async throws {
        var throttle = Throttle()
        var results: [SyncResultCellModel] = []
        for try await update in sources.sync(names) {
            switch update {
            case .progress(let line): if throttle.isDue(at: now()) { report(.model(.syncProgressed(line))) }
            case .result(let row): results.append(row)
            }
        }
        report(.model(.synced(results, notice: notice.text(for: .user))))
    }
}
