/// A counting semaphore that resumes the newest waiter first, and rejects the oldest if too many wait.
///
/// It is not thread-safe: use it inside one actor.
final class LIFOSemaphore {
    private let limit: Int
    private let waitingLimit: Int
    private var acquired = 0
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    init(_ limit: Int, waitingLimit: Int) {
        self.limit = limit
        self.waitingLimit = waitingLimit
    }

    /// Waits until fewer than the limit have acquired the semaphore. Returns false if too many newer ones wait.
    func acquire(isolation: isolated (any Actor)? = #isolation) async -> Bool {
        if acquired < limit {
            acquired += 1
            return true
        }
        return await withCheckedContinuation { continuation in
            waiting.append(continuation)
            if waiting.count > waitingLimit { waiting.removeFirst().resume(returning: false) }
        }
    }

    /// Resumes the newest waiter, or makes room for a later one.
    func release() {
        if let newest = waiting.popLast() { newest.resume(returning: true) } else { acquired -= 1 }
    }
}
