import FermataDomain

/// A source that is read once its gate is open.
struct GatedRemote: RemoteMusicRepository {
    let gate: Gate
    let then: any RemoteMusicRepository

    func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            await withTaskCancellationHandler {
                await gate.pass()
            } onCancel: {
                Task { await gate.open() }
            }
            for try await element in then.batches(since: revision) {
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
    private var isOpen = false
    private var arrivals = 0
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        arrivals += 1
        watching.forEach { $0.resume() }
        watching = []
        if !isOpen { await withCheckedContinuation { held.append($0) } }
    }

    func waitForArrival() async {
        if arrivals == 0 { await withCheckedContinuation { watching.append($0) } }
    }

    func open() {
        isOpen = true
        held.forEach { $0.resume() }
        held = []
    }
}
