import FermataContracts
import FermataDomain
import Synchronization
import TestTraits

/// A library in memory whose source `radio` has five songs, and syncs over it.
struct SyncedLibrary {
    let time = TestTime()
    let clock = SleeplessClock()
    let remote = FakeRemoteMusicRepository(music: Array(SampleMusic.all.prefix(5)))
    let local: InMemoryMusicRepository

    init() async throws {
        local = InMemoryMusicRepository(now: { [time] in time.now })
        try await local.add(Source(name: "radio", kind: "test", address: "test:radio", added: time.now))
    }

    /// The sync of all sources, which read `remote` unless another one is made for them.
    var sync: SyncUsecase { sync { [remote] _ in remote } }

    func sync(
        over local: (any LocalMusicRepository)? = nil, sources: (any SourceRepository)? = nil, songLimit: Int = .max,
        remote: @escaping @Sendable (Source) throws -> any RemoteMusicRepository
    ) -> SyncUsecase {
        SyncUsecase(
            local: local ?? self.local, sources: sources ?? self.local, songLimit: songLimit, listener: .anyone,
            clock: clock, now: { [time] in time.now }, remote: remote)
    }

    /// Emits all music while the sources are synced.
    func pages(
        over local: (any LocalMusicRepository)? = nil, during sync: SyncUsecase? = nil
    ) -> AsyncThrowingStream<MusicPage, any Error> {
        let local = local ?? self.local
        let refresh = RefreshMusicUsecase(
            getMusic: GetMusicUsecase(repository: local, sources: self.local, listener: .anyone),
            sync: sync ?? self.sync, now: { [time] in time.now })
        return refresh.execute(MusicQuery())
    }
}

/// A library that forwards to another one whatever it does not implement itself.
protocol ForwardingLibrary: LocalMusicRepository {
    var repository: any LocalMusicRepository { get }
}

extension ForwardingLibrary {
    func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> { repository.pages(of: query) }

    func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        repository.batches(of: query)
    }

    func count(_ query: MusicQuery) async throws -> Int { try await repository.count(query) }

    func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws -> [Music] {
        try await repository.music(withPrefix: prefix, allowing: filter, limit: limit)
    }

    func music(_ ids: [MusicID], allowing filter: ExplicitFilter) async throws -> [Music] {
        try await repository.music(ids, allowing: filter)
    }

    func ids(among ids: [MusicID], allowing filter: ExplicitFilter) async throws -> Set<MusicID> {
        try await repository.ids(among: ids, allowing: filter)
    }

    func ids(from first: MusicID, allowing filter: ExplicitFilter, limit: Int) async throws -> [MusicID] {
        try await repository.ids(from: first, allowing: filter, limit: limit)
    }

    func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        try await repository.setBookmark(isBookmarked, of: ids)
    }

    func setRating(_ rating: Rating?, of ids: [MusicID]) async throws -> [Music] {
        try await repository.setRating(rating, of: ids)
    }

    func beginSync(over source: String) async throws -> any SyncSession<RemoteBatch> {
        try await repository.beginSync(over: source)
    }
}

/// A library whose first sequence of pages is a given one.
final class FirstPagesStub: ForwardingLibrary {
    typealias Pages = AsyncThrowingStream<MusicPage, any Error>
    /// Opens when the second sequence begins.
    let secondBegins = Gate()
    let repository: any LocalMusicRepository
    private let first: Mutex<Pages?>

    init(_ repository: any LocalMusicRepository, first: Pages) {
        self.repository = repository
        self.first = Mutex(first)
    }

    func pages(of query: MusicQuery) -> Pages {
        let first = first.withLock { first in
            defer { first = nil }
            return first
        }
        if let first { return first }
        Task { [secondBegins] in await secondBegins.open() }
        return repository.pages(of: query)
    }
}

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
