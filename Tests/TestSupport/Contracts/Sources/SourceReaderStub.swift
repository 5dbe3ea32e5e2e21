package import FermataDomain
import Synchronization

/// Reports two records of each source, then returns the result of a script.
package final class SourceReaderStub: SourceReader {
    package typealias Script = @Sendable (Source) async throws -> SyncResult.Outcome
    private let script: Script
    private let names = Mutex<[String]>([])

    /// The names of the sources that were read, in order.
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
