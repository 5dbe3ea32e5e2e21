import FermataData
import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// Syncs all sources in the background.
struct TUISync: Sendable {
    let library: OfflineFirstMusicRepository
    let now: @Sendable () -> Date

    /// Reports progress and, at the end, the result of each source.
    func run(_ report: @escaping TUITaskRunner.Report) async throws {
        let start = now()
        let throttle = Mutex(Throttle())
        let results = try await library.refresh(named: []) { progress in
            let time = now()
            guard throttle.withLock({ $0.isDue(at: time) }) else { return }
            report(.model(.syncProgressed(SyncProgressText(progress, seconds: time.timeIntervalSince(start)))))
        }
        report(.model(.synced(results.map(SyncResultCellModel.init))))
    }
}
