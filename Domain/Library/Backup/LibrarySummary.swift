public import Foundation

/// A summary of a library, by which a person recognizes it.
public struct LibrarySummary: Equatable, Sendable {
    /// When the library was last changed.
    public var changed: Date
    /// Nil if the listener may not see counts.
    public var counts: Counts?

    public init(changed: Date, counts: Counts?) {
        self.changed = changed
        self.counts = counts
    }

    /// The counts of a library's content.
    public struct Counts: Equatable, Sendable {
        public var songs: Int
        public var bookmarks: Int
        public var playlists: Int
        public var toDos: Int

        public init(songs: Int, bookmarks: Int, playlists: Int, toDos: Int) {
            (self.songs, self.bookmarks, self.playlists, self.toDos) = (songs, bookmarks, playlists, toDos)
        }
    }

    /// The summary without the counts that the listener may not see.
    func visible(to listener: Listener) -> LibrarySummary {
        LibrarySummary(changed: changed, counts: listener.seesCounts ? counts : nil)
    }
}

/// The library that a restored backup replaces.
public enum PresentLibrary: Equatable, Sendable {
    case missing
    /// The file is damaged, or is no library.
    case unreadable
    case readable(LibrarySummary)
}
