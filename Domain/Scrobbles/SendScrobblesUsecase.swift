/// Sends the plays that wait for a source, in their order.
///
/// It works for the library, not for a listener: the source counts every play.
public struct SendScrobblesUsecase: Sendable {
    private let scrobbles: any ScrobbleRepository

    public init(scrobbles: any ScrobbleRepository) {
        self.scrobbles = scrobbles
    }

    /// Returns when no unclaimed play waits. Throws `SourceFailure` and `SourceError.notFound`; the plays that were not
    /// sent then wait on.
    public func execute(_ source: String, _ remote: any RemoteScrobbleRepository) async throws {
        while let scrobble = try await scrobbles.claimNext(of: source) {
            do {
                try await remote.send(scrobble)
            } catch {
                // Also a cancelled task ends its claim.
                try? await Task { try await scrobbles.release(scrobble) }.value
                throw error
            }
            // Also if the task was cancelled meanwhile: the source must not receive the play again.
            try await Task { try await scrobbles.remove(scrobble) }.value
        }
    }
}
