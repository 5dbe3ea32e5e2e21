import FermataDomain
import FermataPresentation
import Foundation
import Synchronization

/// One line that counts what is read, and how fast.
final class ProgressLine: Sendable {
    private static let interval = 0.1
    private let started = Date()
    private let last = Mutex(Date.distantPast)

    func show(_ progress: RefreshProgress) {
        let now = Date()
        let isDue = last.withLock { last in
            guard now.timeIntervalSince(last) >= Self.interval else { return false }
            last = now
            return true
        }
        guard isDue else { return }
        Console.progress(RefreshProgressText(progress, seconds: now.timeIntervalSince(started)).text)
    }
}
