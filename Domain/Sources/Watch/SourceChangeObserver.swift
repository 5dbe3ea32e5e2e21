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
