import FermataDomain

/// A source that waits for its gate to open.
struct GatedRemote: RemoteMusicRepository {
    let gate: Gate
    let remote: any RemoteMusicRepository

    func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            await withTaskCancellationHandler {
                await gate.pass()
            } onCancel: {
                Task { await gate.open() }
            }
            for try await element in remote.batches(since: revision) {
                switch element {
                case .batch(let batch): try await send(batch)
                case .end(let result): return result
                }
            }
            throw CancellationError()
        }
    }
}

/// Blocks callers until it is opened.
actor Gate {
    private(set) var isOpen = false
    private var arrivals = 0
    private var suspended: [CheckedContinuation<Void, Never>] = []
    private var arrivalWaiters: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        arrivals += 1
        arrivalWaiters.forEach { $0.resume() }
        arrivalWaiters = []
        if !isOpen { await withCheckedContinuation { suspended.append($0) } }
    }

    func waitForArrival() async {
        if arrivals == 0 { await withCheckedContinuation { arrivalWaiters.append($0) } }
    }

    func open() {
        isOpen = true
        suspended.forEach { $0.resume() }
        suspended = []
    }
}
