package import FermataDomain

/// What the browser asks to be done: its answer comes back as an event.
package enum TUIEffect: Equatable, Sendable {
    case load(TUILoad)
    /// How many rows there are in all.
    case count(TUILoad)
    /// A screen has gone: what is loaded for it is wanted no more.
    case forget(page: Int)
    case setBookmark(Bool, of: MusicCellModel)
    case download(MusicID)
    case removeDownload(MusicID)
    case setDone(Bool, ofToDo: Int)
    case removeToDo(Int)
    case beginInput
    case add(ToDoInputModel, about: ToDoSubject?)
    case refresh
    case redraw, suspend, interrupt, quit
}
