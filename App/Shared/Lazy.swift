import Synchronization

/// A value that is created once, on first use.
package final class Lazy<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let state = Mutex<Value?>(nil)

    package init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
    }

    package var value: Value {
        state.withLock { state in
            let value = state ?? make()
            state = value
            return value
        }
    }

    /// The value if it was already made.
    package var existing: Value? { state.withLock { $0 } }
}
