public import Foundation

/// Syncs sources into the library, one after the other in the order they were added.
public struct SyncUsecase: Sendable {
    private let sources: any SourceRepository
    private let sync: SourceSync
    private let listener: Listener
    private var access = SourceAccess.everyKind

    /// `remote` makes the repository of a source.
    ///
    /// The sync of a source with more than `songLimit` songs fails; those read until then are stored. Without
    /// `playlists`, no playlists are synced; without `stars`, no stars and no plays.
    public init(
        local: any LocalMusicRepository, sources: any SourceRepository, playlists: PlaylistSources? = nil,
        stars: StarSources? = nil, retries: RetryPolicy = RetryPolicy(), songLimit: Int = .max, listener: Listener,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
        remote: @escaping @Sendable (Source) throws -> any RemoteMusicRepository
    ) {
        self.sources = sources
        self.listener = listener
        sync = SourceSync(
            sources: sources, local: local, remote: remote, playlists: playlists, stars: stars, retries: retries,
            songLimit: songLimit, clock: clock, now: now)
    }

    /// Returns the use case for an interface that may not sync every source.
    public func limited(to access: SourceAccess) -> SyncUsecase {
        var limited = self
        limited.access = access
        return limited
    }

    /// Returns the names of the sources that may be synced.
    public func names() async throws -> [String] {
        try await sources.sources().filter(access.allowsSync).map(\.name)
    }

    /// Throws `SourceError.notFound`, or `SourceAccessError.runsProgram` if the source may not be synced.
    public func check(_ name: String) async throws {
        let source = try await sources.sources().source(named: name)
        guard access.allowsSync(of: source) else { throw SourceAccessError.runsProgram(source: name) }
    }

    /// Emits progress while a source is read and one result for each source; without names, all sources are read that
    /// may be synced.
    ///
    /// The sync starts when the sequence is iterated. Cancelling the iterating task cancels the sync and waits until it
    /// has stopped writing; dropping the iterator cancels it, too.
    ///
    /// The result of a source that fails contains the failure, and the next source is read. Counts are nil for a
    /// listener who may not see them. The sequence throws `SourceError.notFound` for an unknown name, and
    /// `SourceAccessError.runsProgram` for a source that may not be synced, before any source is read. For a source
    /// that another program removes or changes meanwhile, it throws `SourceError.notFound` or `SourceError.changed`
    /// after all others are read. Any other error of the library ends it.
    public func execute(named names: [String] = []) -> some AsyncSequence<SyncEvent, any Error> & Sendable {
        TaskSequence<SyncEvent> { send in
            // Sending fails only after the end of the iteration, which cancels the sync.
            let emit = { @Sendable (event: SyncEvent) in _ = try? send(event) {} }
            var missed: SourceError?
            for source in try await selected(names) {
                do {
                    let result = try await sync.run(source) { emit(.progress(visible($0))) }
                    emit(.result(visible(result)))
                } catch SourceError.notFound(let name, let known) {
                    missed = .notFound(name, known: known)
                } catch SourceError.changed(let name) {
                    missed = .changed(name)
                }
            }
            if let missed { throw missed }
        }
    }

    private func selected(_ names: [String]) async throws -> [Source] {
        let all = try await sources.sources()
        for name in names {
            guard access.allowsSync(of: try all.source(named: name)) else {
                throw SourceAccessError.runsProgram(source: name)
            }
        }
        return all.filter { names.isEmpty ? access.allowsSync(of: $0) : names.contains($0.name) }
    }

    private func visible(_ progress: SyncProgress) -> SyncProgress {
        guard !listener.seesCounts else { return progress }
        var progress = progress
        progress.count = nil
        return progress
    }

    private func visible(_ result: SyncResult) -> SyncResult {
        guard !listener.seesCounts else { return result }
        var result = result
        (result.summary, result.playlists, result.stars, result.waiting) = (nil, nil, nil, nil)
        result.isPartial = false
        if result.issue?.cause == .incomplete { result.issue = nil }
        return result
    }
}

/// An event of a running sync.
public enum SyncEvent: Equatable, Sendable {
    case progress(SyncProgress)
    case result(SyncResult)
}
