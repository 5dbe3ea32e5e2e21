package import FermataDomain

extension SyncUsecase {
    /// Syncs the named sources, or all, and returns the events in order.
    package func events(named names: [String] = []) async throws -> [SyncEvent] {
        var events: [SyncEvent] = []
        for try await event in execute(named: names) { events.append(event) }
        return events
    }

    /// Syncs all sources and returns their results.
    package func results() async throws -> [SyncResult] {
        try await events().compactMap { if case .result(let result) = $0 { result } else { nil } }
    }
}
