package import FermataDomain
package import FermataPresentation

/// Downloads that were asked for, some at a time, for as long as a screen or a server is there.
package actor DownloadQueue {
    /// Why nothing more is taken on.
    package enum Failure: Error, Equatable {
        case full, ended
    }

    /// How many may wait.
    package static let limit = 10_000
    private let downloads: DownloadsDataSource
    private let jobs: Int
    private let failed: @Sendable (any Error) -> Void
    private var waiting: [MusicID] = []
    private var running: [MusicID: Task<Void, Never>] = [:]
    /// Asked for again while it was under way: it may have failed by then.
    private var again: Set<MusicID> = []
    private var lastChange: Task<Void, Never>?
    private var isClosed = false

    /// `failed` is told what ended a download that is wanted still; what fails at its source is noted with it.
    package init(_ downloads: DownloadsDataSource, jobs: Int, failed: @escaping @Sendable (any Error) -> Void) {
        self.downloads = downloads
        self.jobs = jobs
        self.failed = failed
    }

    /// Answers once it is noted that the music is wanted. Throws `LibraryError` or `Failure`.
    package func add(_ id: MusicID) async throws {
        try await inTurn { queue in
            if queue.isClosed { throw Failure.ended }
            guard queue.waiting.count < Self.limit else { throw Failure.full }
            try await queue.downloads.want([id])
            queue.enqueue([id])
        }
    }

    /// Stops a download, and removes what is there of it.
    package func remove(_ id: MusicID) async throws {
        try await inTurn { queue in
            queue.waiting.removeAll { $0 == id }
            queue.again.remove(id)
            if let task = queue.running[id] {
                task.cancel()
                await task.value
            }
            try await queue.downloads.remove(id)
        }
    }

    /// Goes on with what was asked for earlier.
    package func resume() async {
        do {
            try await inTurn { queue in queue.enqueue(try await queue.downloads.wanted()) }
        } catch {
            failed(error)
        }
    }

    /// Takes on nothing more, and leaves what is under way as parts.
    package func end() async {
        isClosed = true
        waiting = []
        for task in running.values { task.cancel() }
        for task in running.values { await task.value }
    }

    /// Makes one change after the other: a download is not added and removed at once.
    private func inTurn(
        _ change: @escaping @Sendable (isolated DownloadQueue) async throws -> Void
    ) async throws {
        let before = lastChange
        let task = Task {
            await before?.value
            try await change(self)
        }
        lastChange = Task { _ = await task.result }
        try await task.value
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
            // It was removed, or all ends.
        } catch {
            failed(error)
        }
        running[id] = nil
        enqueue(again.remove(id).map { [$0] } ?? [])
    }
}
