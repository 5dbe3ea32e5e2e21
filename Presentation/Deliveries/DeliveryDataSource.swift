public import FermataDomain

/// Sends changed bookmarks, ratings and plays to the sources that store them.
public struct DeliveryDataSource: Sendable {
    /// The time limit of a delivery after a change.
    private static let timeout = Duration.seconds(5)
    /// The pause before waiting changes are sent again; it doubles each time.
    ///
    /// It begins short, because changes also wait if they were made while earlier ones were sent.
    private static let (firstPause, longestPause) = (Duration.seconds(1), Duration.seconds(480))
    /// The pause after an error of the library.
    private static let errorPause = Duration.seconds(30)
    private let deliverChanges: DeliverChangesUsecase
    private let changes: any LibraryChangeObserver
    private let clock: any Clock<Duration>

    public init(
        deliverChanges: DeliverChangesUsecase, changes: any LibraryChangeObserver, clock: any Clock<Duration>
    ) {
        self.deliverChanges = deliverChanges
        self.changes = changes
        self.clock = clock
    }

    /// Sends waiting changes for at most five seconds, and returns a line for each source for which changes still wait.
    ///
    /// Storing the outcomes may take longer. A library that another program has locked is no error: the changes wait.
    /// Throws `LibraryError`, or `CancellationError` if the task was cancelled.
    public func deliverWithinTimeout() async throws -> [String] {
        do {
            return try await deliverChanges.execute(within: Self.timeout).map(\.text)
        } catch LibraryError.busy {
            return []
        }
    }

    /// Returns a line for each source for which changes wait. Throws `LibraryError`.
    public func waiting() async throws -> [String] { try await deliverChanges.waiting().map(\.text) }

    /// Sends waiting changes whenever the library changes, until the task is cancelled.
    ///
    /// `failed` receives the error of a library that could not be read or changed.
    public func deliverContinuously(failed: @escaping @Sendable (any Error) -> Void) async {
        while !Task.isCancelled {
            do {
                for try await _ in changes.versions() { try await deliverAll() }
            } catch is CancellationError {
            } catch {
                failed(error)
            }
            try? await clock.sleep(for: Self.errorPause)  // ends at once in a cancelled task
        }
    }

    /// Sends waiting changes until none are left.
    private func deliverAll() async throws {
        var pause = Self.firstPause
        while try await !deliverChanges.execute().isEmpty {
            try await clock.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }
}

extension WaitingChanges {
    /// A message about the changes that wait for a source.
    fileprivate var text: String {
        let source = "“\(source.onOneLine)”"
        return switch count {
        case 1: "1 change waits for \(source). Fermata sends it with the next sync."
        case let count?: "\(CountText(count, "change").text) wait for \(source). Fermata sends them with the next sync."
        case nil: "Changes wait for \(source). Fermata sends them with the next sync."
        }
    }
}
