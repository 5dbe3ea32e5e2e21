package import FermataDomain
package import FermataPresentation

/// Runs requested downloads, a limited number at a time, as long as the TUI or the server runs.
package actor DownloadQueue {
    /// The reason why the queue accepts no more downloads.
    package enum Failure: ProblemConvertible, Equatable {
        case full, ended

        package func problem(for audience: ProblemModel.Audience) -> ProblemModel {
            switch self {
            case .full:
                ProblemModel(
                    .overloaded, "\(CountText(limit, "download").text) are waiting already.", hint: "Try again later.")
            case .ended: ProblemModel(CancellationError(), for: audience)
            }
        }
    }

    /// The maximum number of waiting downloads.
    package static let limit = 10_000
    private let downloads: DownloadsDataSource
    private let jobs: Int
    private let failed: @Sendable (any Error) -> Void
    private var waiting: [MusicID] = []
    private var running: [MusicID: Task<Void, Never>] = [:]
    /// Downloads that were requested again while they run, since a running download may fail.
    private var again: Set<MusicID> = []
    private var lastChange: Task<Void, Never>?
    private var isClosed = false

    /// `failed` receives errors that end a download without a result; failures of its source are stored with it.
    package init(_ downloads: DownloadsDataSource, jobs: Int, failed: @escaping @Sendable (any Error) -> Void) {
        self.downloads = downloads
        self.jobs = jobs
        self.failed = failed
    }

    /// Adds a download and returns when that is durable. Throws `LibraryError` or `Failure`.
    package func add(_ id: MusicID) async throws {
        try await serially { queue in
            if queue.isClosed { throw Failure.ended }
            guard queue.waiting.count < Self.limit else { throw Failure.full }
            try await queue.downloads.request([id])
            queue.enqueue([id])
        }
    }

    /// Adds downloads of those songs that can be downloaded, and returns their number when that is durable.
    ///
    /// Throws `LibraryError` or `Failure`; songs before those that the queue has no room for are added.
    package func add(_ ids: [MusicID]) async throws -> Int {
        try await serially { queue in
            if queue.isClosed { throw Failure.ended }
            let room = max(0, Self.limit - queue.waiting.count)
            let requested = try await queue.downloads.requestAvailable(Array(ids.prefix(room)))
            queue.enqueue(requested)
            if ids.count > room { throw Failure.full }
            return requested.count
        }
    }

    /// Stops downloads and removes their files.
    package func remove(_ ids: [MusicID]) async throws {
        try await serially { queue in
            let removed = Set(ids)
            queue.waiting.removeAll(where: removed.contains)
            queue.again.subtract(removed)
            let running = ids.compactMap { queue.running[$0] }
            for task in running { task.cancel() }
            for task in running { await task.value }
            _ = try await queue.downloads.remove(ids)
        }
    }

    /// Resumes the downloads that are not complete.
    package func resume() async {
        do {
            try await serially { queue in queue.enqueue(try await queue.downloads.pending()) }
        } catch {
            failed(error)
        }
    }

    /// Accepts no more downloads and stops running ones, which keep their partial files.
    package func end() async {
        isClosed = true
        waiting = []
        for task in running.values { task.cancel() }
        for task in running.values { await task.value }
    }

    /// Runs changes one after the other, so that a download is never added and removed at once.
    private func serially<Value: Sendable>(
        _ change: @escaping @Sendable (isolated DownloadQueue) async throws -> Value
    ) async throws -> Value {
        let before = lastChange
        let task = Task {
            await before?.value
            return try await change(self)
        }
        lastChange = Task { _ = await task.result }
        return try await task.value
    }

    private func enqueue(_ ids: [MusicID]) {
        let known = Set(waiting)
        for id in ids where !known.contains(id) {
            if running[id] == nil { waiting.append(id) } else { again.insert(id) }
        }
        beginNext()
    }

    private func beginNext() {
        while running.count < jobs, !isClosed, !waiting.isEmpty {
            let id = waiting.removeFirst()
            running[id] = Task { await download(id) }
        }
    }

    private func download(_ id: MusicID) async {
        do {
            for try await _ in downloads.run([id], jobs: 1) {}
        } catch is CancellationError {
            // The download was removed, or the queue ends.
        } catch {
            failed(error)
        }
        running[id] = nil
        enqueue(again.remove(id).map { [$0] } ?? [])
    }
}
