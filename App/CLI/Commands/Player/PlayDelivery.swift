import FermataPresentation
import Synchronization

/// Sends changed bookmarks to their sources while music plays, so that a slow source delays no key.
final class PlayDelivery: Sendable {
    private let deliveries: DeliveryDataSource
    private let lines: PlayLines
    private let (requests, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Whether a requested delivery has not started, or was cancelled.
    private let isPending = Atomic(false)

    init(_ deliveries: DeliveryDataSource, _ lines: PlayLines) {
        (self.deliveries, self.lines) = (deliveries, lines)
    }

    /// Requests a delivery, which starts after the running one.
    func request() {
        isPending.store(true, ordering: .releasing)
        continuation.yield()
    }

    /// Sends changes after each request until the task is cancelled, then names the sources for which changes wait.
    ///
    /// A cancelled delivery ends when its outcome is stored; changes that were not accepted wait. Throws
    /// `LibraryError.damaged`.
    func run() async throws {
        for await _ in requests {
            isPending.store(false, ordering: .releasing)
            do {
                try await lines.reportProblem { try await note(deliveries.deliverWithinTimeout()) }
            } catch is CancellationError {
                isPending.store(true, ordering: .releasing)
            }
        }
        guard isPending.load(ordering: .acquiring) else { return }
        // In a task of its own, because this one is cancelled, which would end the read.
        await Task { await noteWaiting() }.value
    }

    /// Ignores an unreadable library, because the changes are stored.
    private func noteWaiting() async {
        if let texts = try? await deliveries.waiting() { note(texts) }
    }

    private func note(_ texts: [String]) {
        for text in texts { lines.note(text) }
    }
}
