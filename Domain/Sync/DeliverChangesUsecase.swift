/// Sends the changes that wait for sources: changed bookmarks, ratings and plays.
public struct DeliverChangesUsecase: Sendable {
    private let outboxes: [Outbox]
    private let sources: any SourceRepository
    private let listener: Listener
    private let clock: any Clock<Duration>

    public init(
        outboxes: [Outbox], sources: any SourceRepository, listener: Listener, clock: any Clock<Duration>
    ) {
        self.outboxes = outboxes
        self.sources = sources
        self.listener = listener
        self.clock = clock
    }

    /// Sends to all sources concurrently, for at most `limit`, and returns the sources for which changes still wait.
    ///
    /// Storing the outcomes may take longer than `limit` if another program has locked the library. A source that
    /// cannot be reached is no error: its changes wait for the next sync. Throws `LibraryError`, or `CancellationError`
    /// if the task was cancelled.
    public func execute(within limit: Duration? = nil) async throws -> [WaitingChanges] {
        let waiting = Set(try await allWaiting().map(\.source))
        if waiting.isEmpty { return [] }
        let sources = try await sources.sources().filter { waiting.contains($0.name) }
        do {
            if let limit {
                try await withDeadline(limit, clock: clock, error: TimeLimit()) { try await send(to: sources) }
            } else {
                try await send(to: sources)
            }
        } catch is TimeLimit {}
        return try await self.waiting()
    }

    /// Returns the sources for which changes wait. Throws `LibraryError`.
    public func waiting() async throws -> [WaitingChanges] { try await allWaiting().map(visible) }

    private struct TimeLimit: Error {}

    /// The sources for which changes wait, with the number of changes of all kinds.
    private func allWaiting() async throws -> [WaitingChanges] {
        var all: [WaitingChanges] = []
        for outbox in outboxes {
            for waiting in try await outbox.waiting() {
                if let known = all.firstIndex(where: { $0.source == waiting.source }) {
                    all[known].count = (all[known].count ?? 0) + (waiting.count ?? 0)
                } else {
                    all.append(waiting)
                }
            }
        }
        return all
    }

    private func send(to sources: [Source]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for source in sources { group.addTask { try await send(to: source) } }
            for try await _ in group {}
        }
    }

    /// Sends the changes of each kind, even if those of another kind fail.
    private func send(to source: Source) async throws {
        for outbox in outboxes {
            do {
                try await outbox.send(source)
            } catch is SourceFailure {
            } catch is SourceError {
                // The source cannot be used as it is stored, or another program has removed it.
            } catch is CancellationError {
            }
        }
    }

    private func visible(_ waiting: WaitingChanges) -> WaitingChanges {
        listener.seesCounts ? waiting : WaitingChanges(source: waiting.source, count: nil)
    }
}

/// Changes of one kind that wait for sources, and how they are sent.
public struct Outbox: Sendable {
    /// Returns the sources for which changes wait, in the order they were added. Throws `LibraryError`.
    package let waiting: @Sendable () async throws -> [WaitingChanges]
    /// Sends the changes that wait for a source, if it accepts changes of this kind. Throws `SourceFailure`,
    /// `SourceError`, `LibraryError`, or `CancellationError` if the task was cancelled.
    package let send: @Sendable (Source) async throws -> Void

    /// Changed bookmarks. `remote` makes the repository of a source's stars; nil for a source without stars.
    public static func stars(
        _ stars: any StarRepository, remote: @escaping @Sendable (Source) throws -> (any RemoteStarRepository)?
    ) -> Outbox {
        Outbox(waiting: stars.waiting) { source in
            guard let remote = try remote(source) else { return }
            try await stars.sendChanges(to: source.name) { try await remote.setStar($0, of: $1) }
        }
    }

    /// Changed ratings. `remote` makes the repository of a source's ratings; nil for a source without ratings.
    public static func ratings(
        _ ratings: any RatingRepository, remote: @escaping @Sendable (Source) throws -> (any RemoteRatingRepository)?
    ) -> Outbox {
        Outbox(waiting: ratings.waiting) { source in
            guard let remote = try remote(source) else { return }
            try await ratings.sendChanges(to: source.name, through: remote)
        }
    }

    /// Changed bookmarks and ratings of albums and artists. `remote` makes the repository of a source; nil for a source
    /// that stores none.
    public static func subjects(
        _ changes: any SubjectChangeRepository,
        remote: @escaping @Sendable (Source) throws -> (any RemoteSubjectRepository)?
    ) -> Outbox {
        Outbox(waiting: changes.waiting) { source in
            guard let remote = try remote(source) else { return }
            try await changes.send(to: source.name, through: remote)
        }
    }

    /// Plays. `remote` makes the repository that receives a source's plays; nil for a source that counts no plays.
    public static func scrobbles(
        _ scrobbles: any ScrobbleRepository,
        remote: @escaping @Sendable (Source) throws -> (any RemoteScrobbleRepository)?
    ) -> Outbox {
        Outbox(waiting: scrobbles.waiting) { source in
            guard let remote = try remote(source) else { return }
            try await ScrobbleSender(scrobbles: scrobbles).send(to: source.name, through: remote)
        }
    }
}

/// The number of waiting changes in memory at a time.
private let batchSize = 500

extension AnnotationRepository {
    /// Sends the changes that wait for a source, in their order.
    ///
    /// `set` sets the annotation of songs by their keys at the source, as `RemoteStarRepository.setStar` does. `verify`
    /// receives the keys of each batch that the source has accepted. Throws `SourceFailure`, `SourceError.notFound`,
    /// `LibraryError`, or `CancellationError` if the task was cancelled; changes that were not accepted then still wait.
    func sendChanges(
        to source: String, _ set: (Value, [String]) async throws -> Set<String>,
        verify: ([String]) async throws -> Void = { _ in }
    ) async throws {
        var last: AnnotationChange<Value>?
        while true {
            let changes = try await beginDelivery(to: source, after: last, limit: batchSize)
            if changes.isEmpty { return }
            try await send(changes, to: source, set)
            try await verify(changes.map(\.key))
            last = changes.last
        }
    }

    private func send(
        _ changes: [AnnotationChange<Value>], to source: String,
        _ set: (Value, [String]) async throws -> Set<String>
    ) async throws {
        var delivery = AnnotationDelivery<Value>()
        var rest = changes[...]
        do {
            while let first = rest.first {
                let run = rest.prefix { $0.value == first.value }
                let missing = try await set(first.value, run.map(\.key))
                delivery.missing.formUnion(missing)
                delivery.delivered += run
                rest = rest.dropFirst(run.count)
            }
        } catch {
            delivery.failed = Array(rest)
            do {
                try await end(delivery, to: source)
            } catch LibraryError.busy {
                // The changes still wait, unless later ones were verified. The request's error is thrown.
            }
            throw error
        }
        try await end(delivery, to: source)
    }

    /// Stores the outcome even if the task was cancelled: the source may have received the changes.
    private func end(_ delivery: AnnotationDelivery<Value>, to source: String) async throws {
        try await Task { try await endDelivery(delivery, to: source) }.value
    }
}

extension RatingRepository {
    /// Sends the changes that wait for a source, and verifies them; throws as `sendChanges` does.
    ///
    /// It ignores the listener's filter, as `StarSync` does.
    package func sendChanges(to source: String, through remote: any RemoteRatingRepository) async throws {
        try await sendChanges(to: source) {
            try await remote.setRating($0, of: $1)
        } verify: { keys in
            let revision = try await revision(of: source)
            let shown = try await remote.ratings(of: keys)
            // After another program's delivery, the next sync of the songs verifies these changes.
            _ = try await apply(shown, of: source, at: revision)
        }
    }
}

/// Sends the plays that wait for a source, in their order.
///
/// It ignores the listener's filter: the source counts every play.
package struct ScrobbleSender: Sendable {
    private let scrobbles: any ScrobbleRepository

    package init(scrobbles: any ScrobbleRepository) {
        self.scrobbles = scrobbles
    }

    /// Returns when no unclaimed play waits. Throws `SourceFailure`, `SourceError.notFound`, `LibraryError`, or
    /// `CancellationError` if the task was cancelled; unsent plays stay stored.
    package func send(to source: String, through remote: any RemoteScrobbleRepository) async throws {
        while let scrobble = try await scrobbles.claimNext(of: source) {
            do {
                try await remote.send(scrobble)
            } catch {
                do {
                    // A cancelled task has to end its claim, too.
                    try await Task { try await scrobbles.release(scrobble) }.value
                } catch LibraryError.busy {
                    // The claim ends by itself. The request's error is thrown.
                }
                throw error
            }
            // Removes the play even if the task was cancelled: the source must not receive it again.
            try await Task { try await scrobbles.remove(scrobble) }.value
        }
    }
}

extension SubjectChangeRepository {
    /// Sends the changes that wait for a source, in their order; changes that were not sent stay stored.
    ///
    /// A change that the source refuses, or cannot handle, does not block later ones: its failure is thrown at the end.
    ///
    /// It ignores the listener's filter, as `StarSync` does. Throws `SourceFailure`, `LibraryError`, or
    /// `CancellationError` if the task was cancelled.
    package func send(to source: String, through remote: any RemoteSubjectRepository) async throws {
        var (last, refusal): (Int, SourceFailure?) = (0, nil)
        while true {
            let changes = try await changes(of: source, after: last, limit: 100)
            guard let end = changes.last else {
                if let refusal { throw refusal }
                return
            }
            for change in changes {
                do {
                    try await remote.send(change)
                } catch let failure as SourceFailure where failure.mayConcernOneRequest {
                    refusal = refusal ?? failure
                    continue
                }
                // Removes the change even if the task was cancelled: the source has received it.
                try await Task { try await remove(change) }.value
            }
            last = end.number
        }
    }
}

extension SourceFailure {
    /// Whether other requests may succeed: the source has responded, and not that it is busy or refuses the user.
    fileprivate var mayConcernOneRequest: Bool {
        switch cause {
        case .server, .content, .status(500, _): true
        default: false
        }
    }
}
