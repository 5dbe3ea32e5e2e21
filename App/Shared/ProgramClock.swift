package import Foundation

/// The time of day, and the clock that the program sleeps on.
package struct ProgramClock: Sendable {
    package let now: @Sendable () -> Date
    package let sleep: any Clock<Duration>

    package init(now: @escaping @Sendable () -> Date, sleep: any Clock<Duration>) {
        self.now = now
        self.sleep = sleep
    }
}
