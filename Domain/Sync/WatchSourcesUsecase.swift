/// Watches the sources of the library, and reports which of them to sync.
public struct WatchSourcesUsecase: Sendable {
    /// An event of the watch.
    public enum Event: Hashable, Sendable {
        /// The source with this name has changed and needs a sync.
        case changed(String)
        /// The system cannot watch the complete source with this name.
        case limitReached(String)
    }

    /// The values that a watch depends on; a change of them restarts the watch.
    private struct WatchKey: Hashable {
        let name, kind, address: String
    }

    private let sources: any SourceRepository
    private let library: any LibraryChangeObserver
    private let observer: any SourceChangeObserver
    private let clock: any Clock<Duration>

    public init(
        sources: any SourceRepository, library: any LibraryChangeObserver, observer: any SourceChangeObserver,
        clock: any Clock<Duration>
    ) {
        (self.sources, self.library, self.observer, self.clock) = (sources, library, observer, clock)
    }

    /// Emits events until the consumer stops, also of sources that are added or changed meanwhile.
    ///
    /// Throws `LibraryError`.
    public func execute() -> AsyncThrowingStream<Event, any Error> {
        .fromTask { continuation in try await watch { continuation.yield($0) } }
    }

    private func watch(_ emit: @escaping @Sendable (Event) -> Void) async throws {
        var tasks: [WatchKey: Task<Void, Never>] = [:]
        defer { for task in tasks.values { task.cancel() } }
        for try await _ in library.versions() {
            let current = try await sources.sources().map {
                (source: $0, key: WatchKey(name: $0.name, kind: $0.kind, address: $0.address))
            }
            let removed = Set(tasks.keys).subtracting(current.map(\.key))
            for key in removed { tasks.removeValue(forKey: key)?.cancel() }
            for (source, key) in current where tasks[key] == nil {
                tasks[key] = Task { await watch(source, emit) }
            }
        }
    }

    private func watch(_ source: Source, _ emit: @escaping @Sendable (Event) -> Void) async {
        guard let changes = observer.changes(of: source) else { return }
        let debouncer = ChangeDebouncer(clock: clock)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await debouncer.forEachEnd { emit(.changed(source.name)) } }
            for await change in changes {
                switch change {
                case .content: await debouncer.add()
                case .limitReached: emit(.limitReached(source.name))
                }
            }
        }
    }
}

/// Observes sources whose content the system watches, such as folders.
public protocol SourceChangeObserver: Sendable {
    /// Emits a change once the source is watched, and each later change of its content, until the consumer stops.
    ///
    /// Returns nil for a source that the system cannot watch.
    func changes(of source: Source) -> AsyncStream<SourceChange>?
}

/// A report of the system about a source.
public enum SourceChange: Equatable, Sendable {
    /// Content may have been added, changed or removed.
    case content
    /// The system cannot watch the complete source, so changes may be missed.
    case limitReached
}

/// Combines changes in quick succession: a burst ends two seconds after its last change, and within 30 seconds.
package actor ChangeDebouncer {
    private static let quiet = Duration.seconds(2)
    private static let limit = Duration.seconds(30)
    private static let step = Duration.milliseconds(250)
    private let clock: any Clock<Duration>
    private let starts: AsyncStream<Void>
    private let start: AsyncStream<Void>.Continuation
    private var count = 0

    package init(clock: any Clock<Duration>) {
        self.clock = clock
        (starts, start) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a change to the burst, or starts one.
    package func add() {
        count += 1
        start.yield()
    }

    /// Calls the body at the end of each burst, until the task is cancelled.
    package func forEachEnd(_ body: @Sendable () -> Void) async {
        var ended = 0
        for await _ in starts where count > ended {
            do {
                ended = try await end()
            } catch {
                return
            }
            body()
        }
    }

    /// Waits for the end, and returns the number of changes up to it.
    private func end() async throws -> Int {
        var (last, quiet, total) = (count, Duration.zero, Duration.zero)
        while quiet < Self.quiet, total < Self.limit {
            try await clock.sleep(for: Self.step)
            total += Self.step
            quiet = count == last ? quiet + Self.step : .zero
            last = count
        }
        return last
    }
}
