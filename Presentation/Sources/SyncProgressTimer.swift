import FermataDomain
import Foundation

/// Measures how long a running sync has read the records that its progress counts.
///
/// The count restarts for each source, for its playlists, and when a failed read is retried.
actor SyncProgressTimer {
    private var start: Date
    private var latest: Date
    private var count = 0

    init(start: Date) {
        (self.start, latest) = (start, start)
    }

    /// Returns the seconds in which the records of a progress were read.
    ///
    /// For a smaller count, the time restarts at the previous event.
    func seconds(of progress: SyncProgress, at date: Date) -> Double {
        let count = progress.count ?? 0
        if count < self.count { start = latest }
        (latest, self.count) = (date, count)
        return date.timeIntervalSince(start)
    }

    /// Restarts the time after the result of a source.
    func restart(at date: Date) {
        (start, latest, count) = (date, date, 0)
    }
}
