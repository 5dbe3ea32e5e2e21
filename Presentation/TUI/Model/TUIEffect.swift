package import FermataDomain

/// Work that the model requests; results return as events.
package enum TUIEffect: Equatable, Sendable {
    case load(TUILoad)
    /// Counts all rows of the load's source.
    case count(TUILoad)
    /// Reads the suggestions for the search field.
    case suggest(SearchInput)
    /// Cancels the loads of a closed page.
    case cancelLoads(page: Int)
    case setBookmark(Bool, of: MusicCellModel)
    case download(MusicID)
    /// Plays the songs of a page from a row on.
    case play(TUISource, from: Int)
    /// Plays or adds single songs.
    case player(PlayerCommand)
    /// Reads the playing song again, with its bookmark and download.
    case readPlayer
    /// Plays the queue in a random order.
    case shuffle
    case removeDownload(MusicID)
    case setDone(Bool, ofToDo: Int)
    case removeToDo(Int)
    /// Prepares an empty form for a new to-do.
    case openForm
    case addToDo(ToDoInputModel, about: ToDoSubject?)
    /// Prepares a form with the values of a to-do.
    case openEditForm(toDo: Int)
    case editToDo(Int, ToDoInputModel)
    /// Undoes the last change.
    case undo
    case sync
    case syncSource(String)
    case addSource(SourceInputModel)
    /// Changes the source with a name.
    case editSource(String, SourceInputModel)
    case removeSource(String, keepingBookmarked: Bool)
    case redraw, suspend, interrupt, quit
}
