public import Foundation

/// The content that a source's latest sync could not read. The library stores it until a complete sync.
///
/// It contains no text from a server or a record.
public struct SyncIssue: Equatable, Sendable {
    /// The content that could not be read, and the reason.
    public enum Cause: Equatable, Sendable {
        /// The songs could not be read, and so nothing else.
        case songs(SourceFailureCause)
        case playlists(SourceFailureCause)
        /// The stars could not be read or changed.
        case stars(SourceFailureCause)
        /// The source may have more songs than were read, so none were removed.
        case incomplete
    }

    public var cause: Cause
    /// The end of the sync, without fractions of a second.
    public var time: Date

    public init(_ cause: Cause, at time: Date) {
        self.cause = cause
        self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    }
}
