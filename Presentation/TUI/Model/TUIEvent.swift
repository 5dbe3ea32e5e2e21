package import FermataDomain

/// An input of the user, or the result of an effect.
package enum TUIEvent: Equatable, Sendable {
    case key(TUIKey)
    case paste(String)
    /// A click on a line of the screen’s body or of a pane beside it, from 0.
    case click(line: Int, pane: Int? = nil)
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
    /// A song was rated, or its rating was removed.
    case ratingSet(MusicCellModel)
    /// Several songs were bookmarked or rated, with the message about it.
    case songsChanged([MusicCellModel], String)
    /// An album or artist was bookmarked or rated.
    case annotated(AnnotationChangeModel)
    /// Several albums and artists were.
    case allAnnotated([AnnotationChangeModel])
    case annotationFailed(AnnotatedSubject, AnnotationEdit, ProblemModel)
    /// The songs of a playlist were changed.
    case playlistChanged(PlaylistChangeModel)
    /// A playlist was created or renamed.
    case playlistSaved(PlaylistChangeModel)
    /// A playlist cannot be created or renamed.
    case playlistRejected(ProblemModel)
    /// The songs of a playlist were not changed.
    case playlistFailed(PlaylistID, ProblemModel)
    case playlistDeleted(PlaylistCellModel)
    /// Changed bookmarks, ratings and plays were sent to sources; a line for each source for which changes still wait.
    case changesDelivered(waiting: [String])
    /// The library has stored the request to download.
    case downloadRequested(MusicID)
    /// The same for several songs.
    case downloadsRequested(count: Int)
    case downloadChanged(DownloadCellModel)
    case downloadRemoved
    case downloadsRemoved(count: Int)
    case formReady(ToDoInputModel)
    case formFailed(ProblemModel)
    case toDoSaved(SavedToDoModel)
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

/// A request for a window of a page's rows.
package struct TUILoad: Equatable, Sendable {
    package let page: Int
    /// Identifies the request, so that the page ignores results of superseded requests.
    package let serial: Int
    package let source: TUISource
    package let window: Window
    /// Whether the page already shows rows.
    package let isReload: Bool
}

/// The result of a load.
package enum TUILoadResult: Equatable, Sendable {
    case rows([TUIRow], freshness: FreshnessModel? = nil)
    /// All rows of a page that is not read in windows.
    case allRows([TUIRow], freshness: FreshnessModel?)
    case music(TrackCellModel, records: [MusicRecordModel] = [])
    case lyrics(LyricsScreen)
    case toDo(ToDoDetailModel)
    case source(SourceDetailModel)
}

extension TUILoadResult {
    /// The rows that show the state of a download.
    var musicRows: [TUIRow] {
        switch self {
        case .rows(let rows, _), .allRows(let rows, _): rows
        case .music(let row, _): [.music(row)]
        case .lyrics, .toDo, .source: []
        }
    }

    var freshness: FreshnessModel? {
        switch self {
        case .rows(_, let freshness), .allRows(_, let freshness): freshness
        case .music, .lyrics, .toDo, .source: nil
        }
    }
}

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
    case setRating(Rating?, of: MusicCellModel)
    case setBookmarks(Bool, of: TUISongs)
    case setRatings(Rating?, of: TUISongs)
    /// Bookmarks or rates an album or an artist.
    case annotate(AnnotatedSubject, AnnotationEdit)
    case annotateAll([AnnotatedSubject], AnnotationEdit)
    case download(MusicID)
    case play(TUISongs)
    /// Plays any songs of the library in a random order.
    case playRandom
    /// Adds songs at the end of the queue.
    case enqueue(TUISongs)
    /// Adds songs after the current one.
    case enqueueNext(TUISongs)
    case player(PlayerCommand)
    case createPlaylist(String, TUISongs)
    case addToPlaylist(PlaylistCellModel, TUISongs)
    case changePlaylist(PlaylistCellModel, PlaylistChange)
    case renamePlaylist(PlaylistCellModel, to: String)
    case deletePlaylist(PlaylistCellModel)
    /// Reads the playing song again, with its bookmark and download.
    case readPlayer
    /// Plays the queue in a random order.
    case shuffle
    case removeDownload(MusicID)
    case downloadSongs(TUISongs)
    case removeDownloads(TUISongs)
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
    /// Ends the program while the music plays on in the background.
    case quitPlaying
}

/// The playing song and its position.
package struct TUIPlayback: Equatable, Sendable {
    package let music: MusicID
    package let elapsed: Duration

    package init(of music: MusicID, at elapsed: Duration) { (self.music, self.elapsed) = (music, elapsed) }

    /// Returns the position of a song; nil if another song plays.
    func elapsed(of music: MusicID) -> Duration? { music == self.music ? elapsed : nil }
}

/// The error of a change that was not stored within the time for ending the program.
public struct UnstoredChangeError: ProblemConvertible {
    public init() {}

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(.incomplete, "The last change was not stored in time.", hint: "Make it again.")
    }
}
