internal import FermataDomain

/// Reads one source into the local repository, again and again while that may help.
struct SourceRefresh: Sendable {
    let local: any LocalMusicRepository
    let retries: RetryPolicy
    let clock: any Clock<Duration>

    /// Throws what goes wrong in the library; what goes wrong at the source is part of the outcome.
    func run(
        _ source: Source, from remote: any RemoteMusicRepository,
        progress: @escaping @Sendable (RefreshProgress) -> Void
    ) async throws -> RefreshOutcome {
        var attempt = 1
        var before = RefreshSummary()
        while true {
            let pass = try await local.beginPass(over: source.name)
            do {
                var outcome = try await complete(pass, over: source, from: remote, progress: progress)
                outcome.summary.include(before)
                return outcome
            } catch let failure as SourceFailure {
                try await pass.abandon()
                var summary = await pass.summary
                summary.include(before)
                guard let pause = retries.pause(after: failure, attempt: attempt) else {
                    return RefreshOutcome(source: source.name, summary: summary, result: .failed(failure))
                }
                before = summary
                try await clock.sleep(for: pause)
                attempt += 1
            }
        }
    }

    private func complete(
        _ pass: any RefreshPass<RemoteBatch>, over source: Source, from remote: any RemoteMusicRepository,
        progress: @escaping @Sendable (RefreshProgress) -> Void
    ) async throws -> RefreshOutcome {
        let count = Counter()
        let end = try await remote.deliverAll(since: await pass.revision) { batch in
            try Task.checkCancellation()
            try await pass.take(batch)
            let read = await count.add(batch.records.count + batch.rejected.count)
            progress(RefreshProgress(source: source.name, count: read))
        }
        if case .complete = end { try await checkThatSomethingIsGood(in: pass, source: source) }
        let summary = try await pass.finish(end)
        return RefreshOutcome(
            source: source.name, summary: summary, result: end == .unchanged ? .unchanged : .refreshed)
    }

    /// A source that suddenly has no good record is taken for broken, and what it had stays.
    private func checkThatSomethingIsGood(in pass: any RefreshPass<RemoteBatch>, source: Source) async throws {
        let summary = try await pass.settle()
        guard summary.met == 0 else { return }
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
