import FermataDomain
import FermataPresentation
import ServiceLifecycle

/// Downloads that were asked for, some at a time, until the server is told to end.
actor DownloadQueue: Service {
    private static let mostWaiting = 10_000
    private let downloads: DownloadsDataSource
    private let jobs: Int
    private let failed: @Sendable (any Error) -> Void
    private var waiting: [MusicID] = []
    private var running: [MusicID: Task<Void, Never>] = [:]
    private var isClosed = false

    /// `failed` is told what ended a download that is wanted still; what fails at its source is noted with it.
    init(_ downloads: DownloadsDataSource, jobs: Int, failed: @escaping @Sendable (any Error) -> Void) {
        self.downloads = downloads
        self.jobs = jobs
        self.failed = failed
    }

    /// Answers once it is noted that the music is wanted. Throws `LibraryError`, or `Problem` where too much waits.
    func add(_ id: MusicID) async throws {
        guard waiting.count < Self.mostWaiting else {
            throw Problem.later("\(Self.mostWaiting) downloads wait already.", seconds: 60)
        }
        try await downloads.want([id])
        guard running[id] == nil, !waiting.contains(id) else { return }
        waiting.append(id)
        beginNext()
    }

    /// Stops a download, and removes what is there of it.
    func remove(_ id: MusicID) async throws {
        waiting.removeAll { $0 == id }
        if let task = running[id] {
            task.cancel()
            await task.value
        }
        try await downloads.remove(id)
    }

    /// Waits for the end of the server, and leaves what is under way as parts.
    func run() async throws {
        try? await gracefulShutdown()
        isClosed = true
        waiting = []
        for task in running.values { task.cancel() }
        for task in running.values { await task.value }
    }

    private func beginNext() {
        while running.count < jobs, !isClosed, !waiting.isEmpty {
            let id = waiting.removeFirst()
            running[id] = Task { await download(id) }
        }
    }

    private func download(_ id: MusicID) async {
        do {
            try await downloads.run([id], jobs: 1) { _ in }
        } catch is CancellationError {
            // It was removed, or the server ends.
        } catch {
            failed(error)
        }
        running[id] = nil
        beginNext()
    }
}
