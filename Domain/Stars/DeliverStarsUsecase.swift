/// Sends the changes of bookmarks that wait for sources, right after a person has made them.
public struct DeliverStarsUsecase: Sendable {
    private let stars: any StarRepository
    private let sources: any SourceRepository
    private let listener: Listener
    private let clock: any Clock<Duration>
    private let remote: @Sendable (Source) throws -> (any RemoteStarRepository)?

    /// `remote` makes the repository of a source's stars; nil for a source without stars.
    public init(
        stars: any StarRepository, sources: any SourceRepository, listener: Listener, clock: any Clock<Duration>,
        remote: @escaping @Sendable (Source) throws -> (any RemoteStarRepository)?
    ) {
        self.stars = stars
        self.sources = sources
        self.listener = listener
        self.clock = clock
        self.remote = remote
    }

    /// Sends to all sources at the same time, at most for `limit`, and returns the sources for which changes still wait.
    ///
    /// A source that cannot be reached is no error: its changes wait for the next sync. Throws `LibraryError`.
    public func execute(within limit: Duration? = nil) async throws -> [WaitingStars] {
        let waiting = Set(try await stars.waiting().map(\.source))
        if waiting.isEmpty { return [] }
        let sources = try await sources.sources().filter { waiting.contains($0.name) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let limit {
                group.addTask { [clock] in
                    try await clock.sleep(for: limit)
                    throw TimeLimit()
                }
            }
            for source in sources { group.addTask { try await send(to: source) } }
            do {
                for _ in sources { try await group.next() }
            } catch is TimeLimit {}
            group.cancelAll()
        }
        return try await stars.waiting().map(visible)
    }

    private struct TimeLimit: Error {}

    private func send(to source: Source) async throws {
        do {
            guard let remote = try remote(source) else { return }
            try await StarSender(stars: stars).send(to: source.name, through: remote)
        } catch is SourceFailure {
        } catch is SourceError {
            // The source cannot be used as it is stored, or another program has removed it.
        } catch is CancellationError {
        }
    }

    private func visible(_ waiting: WaitingStars) -> WaitingStars {
        listener.seesCounts ? waiting : WaitingStars(source: waiting.source, count: nil)
    }
}
