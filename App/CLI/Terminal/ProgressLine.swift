import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// One line that counts what is read, and how fast.
final class ProgressLine: Sendable {
    private let started = Date()
    private let throttle = Mutex(Throttle())

    func show(_ progress: SyncProgress) {
        let now = Date()
        guard throttle.withLock({ $0.isDue(at: now) }) else { return }
        Console.progress(SyncProgressText(progress, seconds: now.timeIntervalSince(started)).text)
    }
}
