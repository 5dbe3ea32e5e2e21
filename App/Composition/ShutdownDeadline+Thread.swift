import Foundation

extension ShutdownDeadline {
    /// Waits on a thread of its own.
    static let afterLimit: Schedule = { limit, body in
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: limit / .seconds(1))
            body()
        }
    }
}
