internal import FermataDomain

/// Reads what one source has into the library, again and again while that may help.
struct SourceSync: Sendable {
    let retries: RetryPolicy
    let clock: any Clock<Duration>

    /// Reads music, or playlists: `begin` begins a pass, and `deliver` delivers to it all there is.
    ///
    /// Throws what goes wrong in the library; what goes wrong at the source is part of the outcome.
    func run<Batch: SyncBatch>(
        _ source: Source, mayBeEmpty: Bool = false,
        begin: @Sendable () async throws -> any SyncSession<Batch>,
        deliver: @Sendable (String?, @Sendable (Batch) async throws -> Void) async throws -> RemoteFetchResult,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
        var attempt = 1
        var before = SyncSummary()
        while true {
            let pass = try await begin()
            do {
                let count = Counter()
                let end = try await deliver(pass.revision) { batch in
                    try Task.checkCancellation()
                    try await pass.take(batch)
                    progress(SyncProgress(source: source.name, count: await count.add(batch.count)))
                }
                if case .complete = end {
                    try await checkThatSomethingIsGood(in: pass, source, mayBeEmpty: mayBeEmpty)
                }
                var summary = try await pass.finish(end)
                summary.include(before)
                return SyncResult(
                    source: source.name, summary: summary, result: end == .unchanged ? .unchanged : .refreshed)
            } catch let failure as SourceFailure {
                try await pass.abandon()
                var summary = await pass.summary
                summary.include(before)
                guard let pause = retries.pause(after: failure, attempt: attempt) else {
                    return SyncResult(source: source.name, summary: summary, result: .failed(failure))
                }
                before = summary
                try await clock.sleep(for: pause)
                attempt += 1
            }
        }
    }

    /// A source that suddenly has no good record is taken for broken, and what it had stays.
    ///
    /// What may be empty is so only without any record: bad ones alone are as broken there.
    private func checkThatSomethingIsGood(
        in pass: any SyncSession, _ source: Source, mayBeEmpty: Bool
    ) async throws {
        let summary = try await pass.settle()
        guard summary.met == 0, !mayBeEmpty || summary.rejectedCount > 0 else { return }
        let reason = summary.rejected.first.map {
            "it holds no good record; the first, at position \($0.position): \($0.reason)"
        }
        throw SourceFailure(.badData, address: source.shownAddress, reason: reason ?? "it holds no record")
    }
}

private actor Counter {
    private var count = 0

    func add(_ more: Int) -> Int {
        count += more
        return count
    }
}
