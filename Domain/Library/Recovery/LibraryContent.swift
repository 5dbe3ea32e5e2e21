/// What a library's file contains, as checks and repairs count it.
public enum LibraryContent: CaseIterable, Sendable {
    case sources, toDos, music, bookmarks, playlists, playlistEntries, downloads
}
