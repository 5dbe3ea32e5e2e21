import FermataDomain

/// A source that delivers once its gate is open.
struct GatedRemote: RemoteMusicRepository {
    let gate: Gate
    let then: any RemoteMusicRepository

    func deliverAll(
        since revision: String?, to deliver: @Sendable (RemoteBatch) async throws -> Void
    ) async throws -> RemoteFetchResult {
        await withTaskCancellationHandler {
            await gate.pass()
        } onCancel: {
            Task { await gate.open() }
        }
        try Task.checkCancellation()
        return try await then.deliverAll(since: revision, to: deliver)
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
