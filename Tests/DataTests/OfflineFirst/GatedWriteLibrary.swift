import FermataDomain

/// A library whose sync session cannot end a write before the sync waits for it.
struct GatedWriteLibrary: ForwardingLibrary {
    let repository: any LocalMusicRepository
    let session = GatedWriteSession()

    func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch> { session }
}

/// Starts a write for each batch, and records the events of the sync in order.
actor GatedWriteSession: SyncSession {
    let revision: String? = nil
    let summary = SyncSummary()
    private(set) var events: [String] = []
    private let gate = Gate()
    private var writing: Task<Void, Never>?

    func record(_ event: String) { events.append(event) }

    func apply(_ batch: RemoteBatch) {
        record("write started")
        writing = Task {
            await gate.pass()
            record("write ended")
        }
    }

    func waitForWrite() async {
        await gate.open()
        _ = await writing?.result
    }

    func flush() async -> SyncSummary {
        await waitForWrite()
        return summary
    }

    func finish(_ result: RemoteFetchResult) async -> SyncSummary { await flush() }

    func cancel() {}
}
