import FermataDomain
import Foundation
import Synchronization

/// Measures how long a running sync has read the records that its progress counts.
///
/// The count restarts for each source, for its playlists, and when a failed read is retried.
final class SyncProgressTimer: Sendable {
    private struct State {
        var start: Date
        var latest: Date
        var source: String?
        var count = 0
    }

    private let state: Mutex<State>

    init(start: Date) {
        state = Mutex(State(start: start, latest: start))
    }

    /// Returns the seconds in which the records of a progress were read.
    ///
    /// For another source or a smaller count, the time restarts at the previous event.
    func seconds(of progress: SyncProgress, at date: Date) -> Double {
        state.withLock { state in
            let count = progress.count ?? 0
            if let source = state.source, source != progress.source || count < state.count {
                state.start = state.latest
            }
            (state.latest, state.source, state.count) = (date, progress.source, count)
            return date.timeIntervalSince(state.start)
        }
    }

    /// Restarts the time after the result of a source.
    func restart(at date: Date) {
        state.withLock { $0 = State(start: date, latest: date) }
    }
}
