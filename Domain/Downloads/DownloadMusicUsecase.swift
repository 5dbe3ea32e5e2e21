/// Downloads music for offline use, several songs at a time, if the listener may see it.
public struct DownloadMusicUsecase: Sendable {
    private let music: any MusicRepository
    private let audio: any AudioRepository
    private let downloads: any DownloadRepository
    private let listener: Listener

    public init(
        music: any MusicRepository, audio: any AudioRepository, downloads: any DownloadRepository, listener: Listener
    ) {
        self.music = music
        self.audio = audio
        self.downloads = downloads
        self.listener = listener
    }

    /// Downloads music while the sequence is iterated, and emits each download when it ends.
    ///
    /// Each song is downloaded once, `jobs` at a time. A download that fails at its source is emitted as failed. An
    /// error of the library or its folder cancels all others and is thrown; songs that are still missing stay
    /// requested. Memory grows only with the number of ids. Throws the errors of `request` before anything is
    /// downloaded.
    public func execute(_ ids: [MusicID], jobs: Int) -> any AsyncSequence<Download, any Error> & Sendable {
        TaskSequence { send in
            var known: Set<MusicID> = []
            let ids = try await request(ids.filter { known.insert($0).inserted })
            try await run(ids, jobs: jobs, send)
        }
    }

    /// Stores a request for music, so that a later run downloads it if this one is interrupted.
    ///
    /// Returns the requested ids, without those of files on this computer, which need no download. Throws
    /// `MusicError.notFound` or `.noAudio` before any request is stored.
    @discardableResult
    public func request(_ ids: [MusicID]) async throws -> [MusicID] {
        var missing: [MusicID] = []
        for id in ids {
            let song = try await music.music(id, allowedBy: listener)
            if song.isLocal { continue }
            guard song.canBeDownloaded else { throw MusicError.noAudio(title: song.title) }
            missing.append(id)
        }
        try await downloads.request(missing)
        return missing
    }

    /// Stores requests for those songs that the listener may see and that can be downloaded, and returns their ids.
    public func requestAvailable(_ ids: [MusicID]) async throws -> [MusicID] {
        let songs = try await music.music(ids, allowing: listener.filter)
        let available = songs.filter { !$0.isLocal && $0.canBeDownloaded }.map(\.id)
        try await downloads.request(available)
        return available
    }

    /// Returns the music that was requested earlier, is missing and that the listener may see, in the order requested.
    public func pending() async throws -> [MusicID] {
        var allowed: [MusicID] = []
        for id in try await downloads.pending() {
            do {
                if try await !music.music(id, allowedBy: listener).isLocal { allowed.append(id) }
            } catch MusicError.notFound {
                // The music was removed or hidden after the request.
            }
        }
        return allowed
    }

    /// Downloads all music that was requested earlier, is missing and that the listener may have.
    ///
    /// The sequence behaves as that of `execute`.
    public func resume(jobs: Int) -> any AsyncSequence<Download, any Error> & Sendable {
        TaskSequence { send in try await run(try await downloads.pending(), jobs: jobs, send) }
    }

    /// Reads the next file while the previous one is verified and stored. A download counts as running until the
    /// consumer receives it.
    private func run(_ ids: [MusicID], jobs: Int, _ send: @escaping TaskSequence<Download>.Send) async throws {
        var (reading, running) = (AsyncSemaphore(max(1, jobs)), AsyncSemaphore(max(1, jobs) * 2))
        try await withThrowingDiscardingTaskGroup { group in
            for id in ids {
                guard await running.acquire(), await reading.acquire(), !group.isCancelled else { break }
                let (releaseReader, releaseRunner) = (reading.release, running.release)
                group.addTask { [closeReaders = reading.close] in
                    do {
                        let result = await read(id)
                        if result.isComplete { releaseReader() }
                        if let download = try await finish(result) {
                            try send(download, releaseRunner)
                        } else {
                            releaseRunner()
                        }
                        if !result.isComplete { releaseReader() }
                    } catch {
                        closeReaders()
                        throw error
                    }
                }
            }
        }
        try Task.checkCancellation()
    }

    private enum ReadResult {
        case existing(Download)
        case complete(any DownloadFile)
        case interrupted(any DownloadFile, any Error)
        /// The music was removed, hidden, or found in a folder after the request.
        case unavailable
        case failed(any Error)

        var isComplete: Bool { if case .complete = self { true } else { false } }
    }

    private func read(_ id: MusicID) async -> ReadResult {
        do {
            try Task.checkCancellation()
            let song = try await music.music(id, allowedBy: listener)
            if song.isLocal { return .unavailable }
            switch try await downloads.begin(song) {
            case .existing(let download): return .existing(download)
            case .started(let file):
                do { try await audio.read(song, into: file) } catch { return .interrupted(file, error) }
                return .complete(file)
            }
        } catch MusicError.notFound {
            return .unavailable
        } catch {
            return .failed(error)
        }
    }

    private func finish(_ result: ReadResult) async throws -> Download? {
        switch result {
        case .existing(let download): return download
        case .complete(let file):
            do { return try await file.finish() } catch { return try await handle(error, of: file) }
        case .interrupted(let file, let error): return try await handle(error, of: file)
        case .unavailable: return nil
        case .failed(let error): throw error
        }
    }

    /// Stores a failure of the source; releases the file after any other error, even in a cancelled task.
    private func handle(_ error: any Error, of file: any DownloadFile) async throws -> Download {
        if let failure = error as? SourceFailure, !Task.isCancelled { return try await file.fail(failure.cause) }
        try await Task { try await file.release() }.value
        try Task.checkCancellation()
        throw error
    }
}

/// A counting semaphore that one task acquires and any task releases.
struct AsyncSemaphore {
    private let permits: AsyncStream<Void>.Continuation
    private var available: AsyncStream<Void>.Iterator

    init(_ count: Int) {
        let (stream, permits) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<count { permits.yield() }
        self.permits = permits
        available = stream.makeAsyncIterator()
    }

    /// Returns a permit to the semaphore.
    var release: @Sendable () -> Void { { [permits] in permits.yield() } }

    /// Ends every wait without a permit.
    var close: @Sendable () -> Void { { [permits] in permits.finish() } }

    /// Waits for a permit; returns false if the semaphore is closed or the task is cancelled.
    mutating func acquire() async -> Bool { await available.next() != nil }
}
