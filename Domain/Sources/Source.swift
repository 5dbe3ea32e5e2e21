public import Foundation

/// A source of music, as the library stores it.
public struct Source: Equatable, Sendable {
    public var name: String
    /// The kind of remote repository that reads it, such as `http`.
    public var kind: String
    public var address: String
    /// The address of its playlists; nil if it has none.
    public var playlists: String?
    public var added: Date
    /// When it was last read completely; nil if it never was.
    public var refreshed: Date?
    /// How many of its records the library stores; nil if the listener may not see counts.
    public var count: Int?
    /// How many changes of bookmarks wait for it; nil if it stores no stars, or if the listener may not see counts.
    public var waiting: Int?
    /// The content that its latest sync could not read; nil if that was complete, or before the first one.
    public var issue: SyncIssue?
    /// What the rules need to know of its kind, as it was when the source was added.
    public var traits: SourceTraits

    /// The path or command, or the address without its query, which may contain a secret.
    public var shownAddress: String { traits.contains(.localAddress) ? address : Self.shown(address) }
    /// Whether its songs may have files on this computer.
    public var isLocal: Bool { traits.contains(.localAudio) }
    /// The address of its playlists without the query.
    public var shownPlaylists: String? { playlists.map(Self.shown) }

    public init(
        name: String, kind: String, address: String, playlists: String? = nil, added: Date, refreshed: Date? = nil,
        count: Int? = 0, waiting: Int? = nil, issue: SyncIssue? = nil, traits: SourceTraits = []
    ) {
        self.name = name
        self.kind = kind
        self.address = address
        self.playlists = playlists
        self.added = added
        self.refreshed = refreshed
        self.count = count
        self.waiting = waiting
        self.issue = issue
        self.traits = traits
    }

    private static func shown(_ address: String) -> String {
        guard address.contains("://") else { return address }
        return String(address.prefix { $0 != "?" && $0 != "#" })
    }

    /// The name of the user in the address, with which Fermata signs in; nil without one.
    public var user: String? { URLComponents(string: address)?.user.flatMap { $0.isEmpty ? nil : $0 } }

    /// Sets the user in the address, replacing an earlier one; nil removes it.
    ///
    /// An address that is not a URL stays as it is.
    mutating func setUser(_ user: String?) {
        guard var parts = URLComponents(string: address), parts.host != nil else { return }
        // A colon would begin a password.
        parts.percentEncodedUser = user?.percentEncoded
        address = parts.string ?? address
    }
}

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

/// A source for which changes of the library wait.
public struct WaitingChanges: Equatable, Sendable {
    public var source: String
    /// How many changes wait; nil if the listener may not see counts.
    public var count: Int?

    public init(source: String, count: Int?) {
        self.source = source
        self.count = count
    }
}
