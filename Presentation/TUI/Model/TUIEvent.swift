package import FermataDomain

/// An input of the user, or the result of an effect.
package enum TUIEvent: Equatable, Sendable {
    case key(TUIKey)
    case paste(String)
    /// A click on a line of the screen’s body, from 0.
    case click(line: Int)
    case clickTab(MainScreen)
    /// Lines to scroll; negative values scroll up.
    case wheel(Int)
    case resized(columns: Int, rows: Int)

    case loaded(TUILoad, TUILoadResult)
    case counted(TUILoad, Int)
    case loadFailed(TUILoad, ProblemModel)
    case suggested(SearchInput, [SearchSuggestionCellModel])
    /// The library changed since it was last read.
    case libraryChanged
    /// The library cannot be observed, for example because its file was removed.
    case libraryFailed(ProblemModel)

    case bookmarkSet(MusicCellModel)
    case bookmarkFailed(MusicID, ProblemModel)
    /// Changed bookmarks and plays were sent to sources; a line for each source for which changes still wait.
    case changesDelivered(waiting: [String])
    /// The library has stored the request to download.
    case downloadRequested(MusicID)
    case downloadChanged(DownloadCellModel)
    case downloadRemoved
    case formReady(ToDoInputModel)
    case formFailed(ProblemModel)
    case toDoAdded(AddedToDoModel)
    case toDoEdited(EditedToDoModel)
    case toDoRejected(ProblemModel)
    case toDoChecked(ToDoCellModel)
    case toDoRemoved(Int)
    case undone(UndoableChangeCellModel)
    case syncProgressed(SyncProgressText)
    /// `notice` reports that the library is damaged.
    case synced([SyncResultCellModel], notice: String? = nil)
    case syncFailed(ProblemModel)
    case sourceAdded(SourceCellModel)
    /// The source with this name has changed, possibly its name as well.
    case sourceEdited(String, SourceCellModel)
    /// The values of the form cannot be saved.
    case sourceRejected(ProblemModel)
    case sourceRemoved(String)
    /// The playback status has changed; `lyrics` are those of its song, if any.
    case playerChanged(NowPlayingModel, lyrics: LyricsScreen?)
    /// A message that no action of the user caused.
    case notice(String)
    case problem(ProblemModel)
}

extension TUIEvent {
    /// Whether the event is an action of the user.
    var isUserAction: Bool {
        switch self {
        case .key, .paste, .click, .clickTab, .wheel: true
        default: false
        }
    }

    /// Whether the event is a key that works even while text is typed.
    var isGlobalKey: Bool {
        if case .key(let key) = self { TUIKeys.globalIntent(for: key) != nil } else { false }
    }
}
