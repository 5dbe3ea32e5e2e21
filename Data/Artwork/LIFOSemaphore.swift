/// A counting semaphore that resumes the newest waiter first, and rejects the oldest if too many wait.
///
/// It is not thread-safe: use it inside one actor.
struct LIFOSemaphore {
    private let limit: Int
    private let waitingLimit: Int
    private var acquired = 0
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    init(_ limit: Int, waitingLimit: Int) {
        self.limit = limit
        self.waitingLimit = waitingLimit
    }

    /// Acquires the semaphore without waiting, and returns false if the limit is reached.
    mutating func tryAcquire() -> Bool {
        guard acquired < limit else { return false }
        acquired += 1
        return true
    }

    /// Resumes the continuation with true once it has acquired the semaphore, or with false if it is rejected.
    mutating func wait(_ continuation: CheckedContinuation<Bool, Never>) {
        waiting.append(continuation)
        if waiting.count > waitingLimit { waiting.removeFirst().resume(returning: false) }
    }

    /// Resumes the newest waiter, or makes room for a later one.
    mutating func release() {
        if let newest = waiting.popLast() { newest.resume(returning: true) } else { acquired -= 1 }
    }
}
