/// Keeps music for offline use: several pieces side by side, each within what the listener may have.
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

    /// Downloads music while the sequence is iterated, and returns each download in the order in which they end.
    ///
    /// Each piece is downloaded once, `jobs` at a time. A download that fails at its source is returned as failed. An
    /// error of the library or its folder cancels all others and is thrown; what is missing then stays requested.
    /// Memory grows by the ids alone. Throws `MusicError.notFound` or `.restricted` before anything is
    /// downloaded.
    public func execute(_ ids: [MusicID], jobs: Int) -> any AsyncSequence<Download, any Error> & Sendable {
        TaskSequence { send in
            var known: Set<MusicID> = []
            let ids = ids.filter { known.insert($0).inserted }
            try await want(ids)
            try await run(ids, jobs: jobs, send)
        }
    }

    /// Notes that music is wanted, so that it is not forgotten whatever happens before it is downloaded.
    ///
    /// Throws `MusicError.notFound` or `.restricted` before anything is noted.
    public func want(_ ids: [MusicID]) async throws {
        for id in ids { _ = try await music.music(id, allowedBy: listener) }
        try await downloads.want(ids)
    }

    /// What was asked for earlier and is not there, failed or not, and that the listener may have.
    public func wanted() async throws -> [MusicID] {
        var allowed: [MusicID] = []
        for id in try await downloads.wanted() {
            do {
                _ = try await music.music(id, allowedBy: listener)
                allowed.append(id)
            } catch MusicError.notFound, MusicError.restricted {
                // It has left the library or the rule since it was asked for.
            }
        }
        return allowed
    }

    /// Downloads all music that was requested earlier, is missing and that the listener may have.
    ///
    /// The sequence behaves as that of `execute`.
    public func resume(jobs: Int) -> any AsyncSequence<Download, any Error> & Sendable {
        TaskSequence { send in try await run(try await downloads.wanted(), jobs: jobs, send) }
    }

    /// Reads the next file while the previous one is verified and stored. A download is running until it is received.
    private func run(_ ids: [MusicID], jobs: Int, _ send: @escaping TaskSequence<Download>.Send) async throws {
        var (reading, running) = (AsyncSemaphore(max(1, jobs)), AsyncSemaphore(max(1, jobs) * 2))
        try await withThrowingDiscardingTaskGroup { group in
            for id in ids {
                guard await running.take(), await reading.take(), !group.isCancelled else { break }
                group.addTask { [endReading = reading.give, end = running.give, stop = reading.close] in
                    do {
                        let read = await read(id)
                        if read.isWhole { endReading() }
                        if let download = try await finish(read) { try send(download, end) } else { end() }
                        if !read.isWhole { endReading() }
                    } catch {
                        stop()
                        throw error
                    }
                }
            }
        }
        try Task.checkCancellation()
    }

    private enum Reading {
        case finished(Download)
        case read(any DownloadFile)
        case broken(any DownloadFile, any Error)
        /// The music has left the library or the rule since it was asked for.
        case gone
        case failed(any Error)

        var isWhole: Bool { if case .read = self { true } else { false } }
    }

    private func read(_ id: MusicID) async -> Reading {
        do {
            try Task.checkCancellation()
            let found = try await music.music(id, allowedBy: listener)
            switch try await downloads.begin(found) {
            case .finished(let download): return .finished(download)
            case .file(let file):
                do { try await audio.read(found, into: file) } catch { return .broken(file, error) }
                return .read(file)
            }
        } catch MusicError.notFound, MusicError.restricted {
            return .gone
        } catch {
            return .failed(error)
        }
    }

    private func finish(_ reading: Reading) async throws -> Download? {
        switch reading {
        case .finished(let download): return download
        case .read(let file): do { return try await file.finish() } catch { return try await end(file, after: error) }
        case .broken(let file, let error): return try await end(file, after: error)
        case .gone: return nil
        case .failed(let error): throw error
        }
    }

    /// What is broken off from here is released all the same, and has not failed at its source.
    private func end(_ file: any DownloadFile, after error: any Error) async throws -> Download {
        if let failure = error as? SourceFailure, !Task.isCancelled { return try await file.fail(failure.cause) }
        try await Task { try await file.release() }.value
        try Task.checkCancellation()
        throw error
    }
}
