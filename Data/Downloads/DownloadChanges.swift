import FermataDomain
import Synchronization

/// Sends changes of downloads to observers, and stores the running downloads of this program.
final class DownloadChanges: Sendable {
    /// The changes buffered per observer; a slower observer loses the oldest ones.
    private static let bufferSize = 1_024

    private struct State {
        var running: [MusicID: Download] = [:]
        var followers: [Int: AsyncStream<Download>.Continuation] = [:]
        var nextFollower = 0
    }

    private let state = Mutex(State())

    /// Emits each change from now on, until the consumer stops.
    func stream() -> AsyncStream<Download> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Download.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
        let number = state.withLock { state in
            state.nextFollower += 1
            state.followers[state.nextFollower] = continuation
            return state.nextFollower
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: number) }
        }
        return stream
    }

    func publish(_ download: Download) {
        let followers = state.withLock { state in
            if case .downloading = download.state {
                state.running[download.id] = download
            } else {
                state.running[download.id] = nil
            }
            return Array(state.followers.values)
        }
        for follower in followers { follower.yield(download) }
    }

    /// Removes a download that ended without a change.
    func forget(_ id: MusicID) { state.withLock { $0.running[id] = nil } }

    /// The running downloads of this program.
    func running(_ id: MusicID) -> Download? { state.withLock { $0.running[id] } }
}
