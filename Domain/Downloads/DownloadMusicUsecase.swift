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

    /// Downloads music, each piece once and `jobs` at a time, and calls `body` with how each ended.
    ///
    /// What fails at its source is told as failed, and the rest goes on. What is wrong with the library or its folder ends
    /// all; what was asked for and is not there then is still wanted. Memory grows by the ids alone.
    /// Throws `LibraryError.noSuchMusic` or `.refusedByRule` before anything is downloaded.
    public func execute(
        _ ids: [MusicID], jobs: Int, body: @escaping @Sendable (Download) async throws -> Void
    ) async throws {
        var known: Set<MusicID> = []
        let ids = ids.filter { known.insert($0).inserted }
        for id in ids { _ = try await music.music(id, allowedBy: listener) }
        try await downloads.want(ids)
        try await run(ids, jobs: jobs, body)
    }

    /// Goes on with all that was asked for earlier and is not there, and that the listener may have.
    public func resume(jobs: Int, body: @escaping @Sendable (Download) async throws -> Void) async throws {
        try await run(try await downloads.wanted(), jobs: jobs, body)
    }

    private func run(
        _ ids: [MusicID], jobs: Int, _ body: @escaping @Sendable (Download) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (position, id) in ids.enumerated() {
                if position >= max(1, jobs) { try await group.next() }
                group.addTask { if let download = try await download(id) { try await body(download) } }
            }
            try await group.waitForAll()
        }
    }

    /// Answers nil for music that has left the library or the rule since it was asked for.
    private func download(_ id: MusicID) async throws -> Download? {
        try Task.checkCancellation()
        let found: Music
        do {
            found = try await music.music(id, allowedBy: listener)
        } catch LibraryError.noSuchMusic, LibraryError.refusedByRule {
            return nil
        }
        switch try await downloads.begin(found) {
        case .finished(let download): return download
        case .file(let file): return try await fill(file, with: found)
        }
    }

    /// What is broken off from here is released all the same, and has not failed at its source.
    private func fill(_ file: any DownloadFile, with music: Music) async throws -> Download {
        do {
            try await audio.read(music, into: file)
            return try await file.finish()
        } catch let failure as SourceFailure where !Task.isCancelled {
            return try await file.fail(failure.reason)
        } catch {
            try await Task { try await file.release() }.value
            try Task.checkCancellation()
            throw error
        }
    }
}
