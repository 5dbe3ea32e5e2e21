import Foundation

extension ProgramClock {
    /// The clocks of the system.
    package static let system = ProgramClock(now: { Date() }, sleep: ContinuousClock())
}

extension ShutdownDeadline {
    /// Waits on a thread of its own.
    static let afterLimit: Schedule = { limit, body in
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: limit / .seconds(1))
            body()
        }
    }
}

/// Random text that makes each token of a password differ.
enum RandomSalt {
    /// 64 random bits as hexadecimal digits; the protocol requires at least six.
    static func text() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
