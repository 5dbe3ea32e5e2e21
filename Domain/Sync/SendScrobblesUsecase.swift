/// Sends the plays that wait for a source, in their order.
///
/// It ignores the listener's filter: the source counts every play.
public struct SendScrobblesUsecase: Sendable {
    private let scrobbles: any ScrobbleRepository

    public init(scrobbles: any ScrobbleRepository) {
        self.scrobbles = scrobbles
    }

    /// Returns when no unclaimed play waits. Throws `SourceFailure`, `SourceError.notFound`, `LibraryError`, or
    /// `CancellationError` if the task was cancelled; unsent plays stay stored.
    public func execute(_ source: String, _ remote: any RemoteScrobbleRepository) async throws {
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
