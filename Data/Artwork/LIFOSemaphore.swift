/// So many places, for which those wait who come later: the newest is served first, and the oldest gives way.
///
/// Used within one actor only.
struct LIFOSemaphore {
    private let limit: Int
    private let waitingLimit: Int
    private var taken = 0
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    init(_ limit: Int, waitingLimit: Int) {
        self.limit = limit
        self.waitingLimit = waitingLimit
    }

    /// Takes a place if one is free.
    mutating func takeFree() -> Bool {
        guard taken < limit else { return false }
        taken += 1
        return true
    }

    /// Resumes the continuation with true once it has a place, and with false where too many came after it.
    mutating func wait(_ continuation: CheckedContinuation<Bool, Never>) {
        waiting.append(continuation)
        if waiting.count > waitingLimit { waiting.removeFirst().resume(returning: false) }
    }

    /// Hands a place on.
    mutating func giveBack() {
        if let next = waiting.popLast() { next.resume(returning: true) } else { taken -= 1 }
    }
}
