import FermataDomain

/// A library whose sync session cannot end a write before the sync waits for it.
struct GatedWriteLibrary: LocalMusicRepository {
    let session = GatedWriteSession()
    private let repository: any LocalMusicRepository

    init(_ repository: any LocalMusicRepository) {
        self.repository = repository
    }

    func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch> { session }

    func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> { repository.pages(of: query) }

    func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        repository.batches(of: query)
    }

    func count(_ query: MusicQuery) async throws -> Int { try await repository.count(query) }

    func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws -> [Music] {
        try await repository.music(withPrefix: prefix, allowing: filter, limit: limit)
    }

    func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        try await repository.setBookmark(isBookmarked, of: ids)
    }
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
