public import Foundation

/// A source of music, as the library stores it.
public struct Source: Equatable, Sendable {
    /// The kind of a folder of audio files, whose music is on this computer.
    public static let folderKind = "folder"

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

    /// The path, or the address without its query, which may contain a secret.
    public var shownAddress: String { Self.shown(address) }
    /// The address of its playlists without the query.
    public var shownPlaylists: String? { playlists.map(Self.shown) }

    public init(
        name: String, kind: String, address: String, playlists: String? = nil, added: Date, refreshed: Date? = nil,
        count: Int? = 0, waiting: Int? = nil, issue: SyncIssue? = nil
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
    }

    private static func shown(_ address: String) -> String {
        guard address.contains("://") else { return address }
        return String(address.prefix { $0 != "?" && $0 != "#" })
    }
}
