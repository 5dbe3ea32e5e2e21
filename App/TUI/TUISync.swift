import FermataData
import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// Reads the sources again, beside the screen.
struct TUISync: Sendable {
    private let app: Composition

    init(_ app: Composition) {
        self.app = app
    }

    func run(_ report: @escaping TUITaskRunner.Report) async throws {
        let started = Date()
        let throttle = Mutex(Throttle())
        let outcomes = try await app.library.refresh(named: []) { progress in
            let now = Date()
            guard throttle.withLock({ $0.isDue(at: now) }) else { return }
            report(.event(.refreshing(SyncProgressText(progress, seconds: now.timeIntervalSince(started)))))
        }
        report(.event(.refreshed(outcomes.map(SyncResultCellModel.init))))
    }
}
