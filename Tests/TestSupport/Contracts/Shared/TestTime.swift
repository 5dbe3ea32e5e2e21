public import Foundation
import Synchronization

/// A clock that tests advance.
public final class TestTime: Sendable {
    private let time: Mutex<Date>

    public init(_ time: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        self.time = Mutex(time)
    }

    public var now: Date { time.withLock { $0 } }

    public func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}
