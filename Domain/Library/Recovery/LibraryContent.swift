/// The kinds of content that checks and repairs count.
public enum LibraryContent: CaseIterable, Sendable {
    case sources, toDos, music, bookmarks, playlists, playlistEntries, downloads
}
