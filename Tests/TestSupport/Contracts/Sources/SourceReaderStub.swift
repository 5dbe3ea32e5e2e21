package import FermataDomain
import Synchronization

/// Reads sources by a script: reports two records, then returns what the script has for the source.
package final class SourceReaderStub: SourceReader {
    package typealias Script = @Sendable (Source) async throws -> SyncResult.Result
    private let script: Script
    private let names = Mutex<[String]>([])

    /// The names of the sources that were read, in their order.
    package var read: [String] { names.withLock { $0 } }

    package init(_ script: @escaping Script = { _ in .refreshed }) {
        self.script = script
    }

    package func read(
        _ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
        names.withLock { $0.append(source.name) }
        progress(SyncProgress(source: source.name, count: 2))
        var summary = SyncSummary()
        summary.added = 2
        return SyncResult(
            source: source.name, summary: summary, playlists: SyncSummary(), result: try await script(source))
    }
}
