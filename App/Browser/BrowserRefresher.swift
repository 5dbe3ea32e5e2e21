import FermataData
import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// Reads the sources again, beside the screen.
struct BrowserRefresher: Sendable {
    /// Seconds between two reports.
    private static let interval = 0.1
    private let app: Composition

    init(_ app: Composition) {
        self.app = app
    }

    func run(_ report: @escaping BrowserTasks.Report) async throws {
        let started = Date()
        let last = Mutex(Date.distantPast)
        let outcomes = try await app.library.refresh(named: []) { progress in
            let now = Date()
            let isDue = last.withLock { last in
                guard now.timeIntervalSince(last) >= Self.interval else { return false }
                last = now
                return true
            }
            guard isDue else { return }
            report(.event(.refreshing(RefreshProgressText(progress, seconds: now.timeIntervalSince(started)))))
        }
        report(.event(.refreshed(outcomes.map(RefreshCellModel.init))))
    }
}
