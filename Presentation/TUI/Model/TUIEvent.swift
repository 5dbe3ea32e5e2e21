package import FermataDomain

/// What happens to the browser.
package enum TUIEvent: Equatable, Sendable {
    case key(TUIKey)
    case paste(String)
    /// A click on a line of the screen’s body, from 0.
    case click(line: Int)
    case clickTab(TUITab)
    /// Lines downwards; upwards where it is negative.
    case wheel(Int)
    case resized(columns: Int, rows: Int)

    case loaded(TUILoad, TUIPromptAnswer)
    case counted(TUILoad, Int)
    case loadFailed(TUILoad, String)
    /// The library is another than when it was last read.
    case libraryChanged
    /// The library cannot be watched: removed, say.
    case libraryFailed(String)

    case bookmarked(MusicCellModel)
    case bookmarkFailed(MusicID, String)
    case downloadMoved(DownloadCellModel)
    case input(ToDoInputModel)
    case added(AddedToDoModel)
    case notAdded(String)
    case checked(ToDoCellModel)
    case removed(toDo: Int)
    case refreshing(SyncProgressText)
    case refreshed([SyncResultCellModel])
    case refreshFailed(String)
    case told(String)
    case problem(String)
}
