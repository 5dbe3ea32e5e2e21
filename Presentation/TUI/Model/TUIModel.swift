package import FermataDomain

/// The TUI as a state machine: handles events, requests effects, and describes the screen.
///
/// It performs no input or output itself.
package struct TUIModel: Sendable {
    let text: TUITextLayout
    let keys: TUIKeyMap
    /// The kinds of sources that a person may add.
    let forms: [SourceForm]
    private var size: (columns: Int, rows: Int)
    private var stacks: [TUIPageStack]
    /// The columns beside the albums on a wide screen.
    var browser: TUIBrowser
    /// The songs that follow the one that plays.
    private(set) var upcoming: TUIPage
    private(set) var tab = MainScreen.music
    private var lastPageID: Int
    private(set) var lastSerial = 0
    /// Decides the next random order.
    var seed: UInt64
    var effects: [TUIEffect] = []

    var search: TUITextField? {
        didSet { if search == nil { (tabBeforeSearch, suggestions) = (nil, TUISuggestions()) } }
    }
    /// The tab that cancelling the search returns to, if the search started in a tab without search.
    var tabBeforeSearch: MainScreen?
    var suggestions = TUISuggestions()
    var prompt: TUIPrompt?
    var form: TUIForm?
    /// The form that was requested and is not open yet.
    var pendingForm: TUIFormInput.Purpose?
    /// Keys that were typed for the form before it opened.
    private var queuedInput: [TUIEvent] = []
    var message: TUIMessage?
    /// Why the library cannot be observed; nil while it can.
    var libraryProblem: ProblemModel?
    var freshness: FreshnessModel?
    /// The progress of the running sync; nil while none runs.
    var syncText: String? { didSet { if syncText == nil { syncProgress = nil } } }
    /// The progress of the running sync with its current source; nil before its first record.
    var syncProgress: SyncProgressText?
    /// The playback status; nil until the player has reported it.
    var player: NowPlayingModel?
    var playedLyrics: LyricsScreen?
    /// Downloads that changed since their rows were read, each with the serial number of the last load before the
    /// change.
    var downloads: [MusicID: (row: DownloadCellModel, serial: Int)] = [:]
    /// The playing song and its position; nil while none plays.
    var playback: TUIPlayback?
    /// Bookmarks that were requested and are not durable yet.
    var pendingBookmarks: [MusicID: Bool] = [:]
    /// The same for albums and artists, by the ids of the subjects.
    var pendingSubjectBookmarks: [UInt64: Bool] = [:]
    /// The playlist to which songs were added last.
    var lastPlaylist: PlaylistID?
    /// How many changes of each playlist were requested and are not made yet.
    var changingPlaylists: [PlaylistID: Int] = [:]
    /// Songs after a change of their bookmark or rating, each with the serial number of the last load before the change.
    var changedSongs: [MusicID: (music: MusicCellModel, serial: Int)] = [:]
    /// What is set on albums and artists after a change, by their ids, each with the serial number of the last load
    /// before the change.
    var changedSubjects: [UInt64: (annotations: SubjectAnnotations, serial: Int)] = [:]

    /// The status line shows the notice until another message replaces it.
    package init(
        columns: Int, rows: Int, text: TUITextLayout, forms: [SourceForm], keys: TUIKeyMap = TUIKeyMap(),
        notice: String? = nil, seed: UInt64 = 0
    ) {
        (self.forms, self.keys, self.seed) = (forms, keys, seed)
        size = (max(1, columns), max(1, rows))
        self.text = text
        stacks = MainScreen.allCases.map { TUIPageStack(TUIPage(id: $0.rawValue, source: $0.source)) }
        browser = TUIBrowser(firstID: stacks.count)
        upcoming = TUIPage(id: stacks.count + 2, source: .upcoming)
        lastPageID = stacks.count + 2
        message = notice.map(TUIMessage.problem)
        layOut()
    }

    /// Returns the first effects, before any event.
    package mutating func start() -> [TUIEffect] { collectEffects() }

    /// Handles an event and returns the effects that it requests.
    package mutating func handle(_ event: TUIEvent) -> [TUIEffect] {
        if pendingForm != nil, event.isTyping, !event.isGlobalKey {
            queuedInput.append(event)
        } else {
            apply(event)
        }
        // Keys typed for a form must not act on the list.
        if case .formFailed = event { queuedInput = [] }
        // A queued key may request another form, which the keys after it belong to.
        while pendingForm == nil, !queuedInput.isEmpty { apply(queuedInput.removeFirst()) }
        if event.isUserAction { page.retry() }
        layOut()
        return collectEffects()
    }

    /// Shows what is selected in each column in the next one, and fits pages to the screen.
    private mutating func layOut() {
        followColumns()
        updateVisiblePages { [layout, text] in $0.layOut(layout, text) }
    }

    /// Whether a prompt is shown.
    package var isPromptShown: Bool { prompt != nil }

    var acceptsText: Bool { search != nil || prompt != nil || form != nil || pendingForm != nil }

    var layout: TUIScreenLayout {
        var layout = sizeLayout
        (layout.needsStatus, layout.needsSuggestions) = (search != nil || prompt != nil, hasSuggestions)
        return layout
    }

    /// The layout without the parts that depend on the column with the focus.
    private var sizeLayout: TUIScreenLayout {
        TUIScreenLayout(
            columns: size.columns, rows: size.rows, needsPlayer: player?.hasQueue == true, needsSide: needsSide,
            needsColumns: tab == .albums && isAtRoot)
    }

    /// Whether what plays is shown beside the page, if there is room.
    private var needsSide: Bool { player?.hasQueue == true && form == nil && stackPage.detail == nil }

    mutating func resize(columns: Int, rows: Int) { size = (max(1, columns), max(1, rows)) }

    // MARK: - Pages

    /// The visible page; of several columns, the one with the focus.
    var page: TUIPage {
        get { showsColumns ? page(of: browser.focus) ?? stackPage : stackPage }
        set { if showsColumns { setPage(newValue, of: browser.focus) } else { stackPage = newValue } }
    }

    private var stackPage: TUIPage {
        get { stacks[tab.rawValue].top }
        set { stacks[tab.rawValue].top = newValue }
    }

    /// Whether the page has columns of artists, albums and songs, which a form may cover.
    private var hasColumns: Bool { sizeLayout.hasBrowserColumns }

    /// Whether artists, albums and songs are shown side by side.
    var showsColumns: Bool { hasColumns && form == nil }

    /// The page of a column; nil for the songs until an album is selected.
    func page(of column: TUIBrowser.Column) -> TUIPage? {
        switch column {
        case .artists: browser.artists
        case .albums: stacks[MainScreen.albums.rawValue].top
        case .songs: browser.songs
        }
    }

    private mutating func setPage(_ page: TUIPage, of column: TUIBrowser.Column) {
        switch column {
        case .artists: browser.artists = page
        case .albums: stacks[MainScreen.albums.rawValue].top = page
        case .songs: browser.songs = page
        }
    }

    /// Shows the albums of the selected artist, and the songs of the selected album.
    private mutating func followColumns() {
        guard tab == .albums, isAtRoot else { return }
        guard hasColumns else {
            browser.focus = .albums
            return showAlbums(of: nil)
        }
        if let artist = browser.artists.list?.selected { showAlbums(of: artist.artist) }
        guard let albums = page(of: .albums)?.list else { return }
        if case .album(let album)? = albums.selected { browser.showSongs(of: album) }
        if albums.isLoaded, albums.count == 0 {
            browser.songs = nil
            if browser.focus == .songs { browser.focus = .albums }
        }
    }

    private mutating func showAlbums(of artist: String?) {
        guard case .albums(var query) = stacks[MainScreen.albums.rawValue].top.source, query.artist != artist else {
            return
        }
        query.artist = artist
        stacks[MainScreen.albums.rawValue].top.change(to: .albums(query))
    }

    private mutating func updateVisiblePages(_ change: (inout TUIPage) -> Void) {
        for column in showsColumns ? TUIBrowser.Column.allCases : [] where column != browser.focus {
            if var page = page(of: column) {
                change(&page)
                setPage(page, of: column)
            }
        }
        change(&page)
        if layout.side != nil { change(&upcoming) }
    }

    var isAtRoot: Bool { stacks[tab.rawValue].isAtRoot }

    /// Shows a tab; its list if a page of the tab is shown already.
    mutating func show(_ tab: MainScreen) {
        if tab == self.tab { while !isAtRoot { pop() } }
        self.tab = tab
    }

    mutating func push(_ source: TUISource, _ content: TUIPage.Content = .list(TUIList())) {
        lastPageID += 1
        let dropped = stacks[tab.rawValue].push(TUIPage(id: lastPageID, source: source, content: content))
        if let dropped { effects.append(.cancelLoads(page: dropped)) }
    }

    mutating func pop() {
        if let closed = stacks[tab.rawValue].pop() { effects.append(.cancelLoads(page: closed)) }
    }

    /// Shows another query on the visible page.
    mutating func change(to source: TUISource) {
        guard source != page.source else { return }
        page.change(to: source)
    }

    mutating func updateAllPages(_ change: (inout TUIPage) -> Void) {
        for index in stacks.indices { stacks[index].updateAll(change) }
        browser.updateAll(change)
        change(&upcoming)
    }

    /// Changes the page of a load; does nothing if the page is closed.
    mutating func updatePage(of load: TUILoad, _ change: (inout TUIPage) -> Void) {
        updateAllPages { if $0.id == load.page { change(&$0) } }
    }

    // MARK: - Loading

    private mutating func collectEffects() -> [TUIEffect] {
        requestMissingRows()
        requestSuggestions()
        defer { effects = [] }
        return effects
    }

    private mutating func requestMissingRows() {
        var (requests, serial): ([TUIEffect], Int) = ([], lastSerial)
        updateVisiblePages { [changingPlaylists] page in
            if case .playlist(let row) = page.source, changingPlaylists[row.id] != nil { return }
            if let window = page.windowToLoad() {
                serial += 1
                page.startLoad(serial: serial)
                requests.append(.load(TUILoad(page, window, serial: serial)))
            }
            if page.shouldCount {
                serial += 1
                page.startCount(serial: serial)
                requests.append(.count(TUILoad(page, .all, serial: serial)))
            }
        }
        lastSerial = serial
        effects += requests
    }
}

extension TUILoad {
    fileprivate init(_ page: TUIPage, _ window: Window, serial: Int) {
        self.init(
            page: page.id, serial: serial, source: page.source, window: window, isReload: page.list?.isLoaded ?? true)
    }
}

extension TUIEvent {
    /// Whether the event types text or commands.
    fileprivate var isTyping: Bool {
        switch self {
        case .key, .paste: true
        default: false
        }
    }
}

/// Applies each event to the model.
extension TUIModel {
    mutating func apply(_ event: TUIEvent) {
        switch event {
        case .key(let key): applyKey(key)
        case .paste(let text): applyPaste(text)
        case .click(let line, let pane): applyClick(line, pane: pane)
        case .clickTab(let tab): if !acceptsText { show(tab) }
        case .wheel(let step): if !acceptsText || search != nil { scroll(by: step) }
        case .resized(let columns, let rows): resize(columns: columns, rows: rows)

        case .loaded(let load, let result): applyLoad(result, of: load)
        case .counted(let load, let total): applyCount(total, of: load)
        case .loadFailed(let load, let problem): updatePage(of: load) { $0.fail(load.serial, problem) }
        case .suggested(let input, let rows): applySuggestions(rows, for: input)
        case .libraryChanged: applyLibraryChange()
        case .libraryFailed(let problem): libraryProblem = problem

        case .bookmarkSet(let music): applyChange(of: music)
        case .ratingSet(let music):
            applyChange(of: music)
            message = .note(music.ratedText)
        case .songsChanged(let songs, let text): applyChanges(of: songs, text)
        case .annotated(let change): applyAnnotation(change)
        case .allAnnotated(let changes):
            for change in changes { applyAnnotation(change) }
            message = .note(AnnotationChangeModel.text(of: changes))
        case .annotationFailed(let subject, let edit, let problem):
            if case .bookmark = edit { pendingSubjectBookmarks[subject.id] = nil }
            message = .problem(problem)
        case .playlistChanged(let change): applyPlaylist(change)
        case .playlistSaved(let change): applySavedPlaylist(change)
        case .playlistRejected(let problem): applyRejectedPlaylist(problem)
        case .playlistFailed(let id, let problem): applyFailedChange(of: id, problem)
        case .playlistDeleted(let playlist): applyDeletion(of: playlist)
        case .bookmarkFailed(let id, let problem):
            pendingBookmarks[id] = nil
            message = .problem(problem)
        case .changesDelivered(let waiting): if !waiting.isEmpty { message = .note(waiting.joined(separator: " ")) }
        case .downloadRequested: break  // the download's rows follow as changes
        case .downloadChanged(let row): applyDownload(row)
        case .downloadsRequested(let count): message = .note("Downloading \(CountText(count, "song").text).")
        case .downloadsRemoved(let count): message = .note("Removed \(CountText(count, "download").text).")
        case .downloadRemoved: message = .note("The download was removed.")
        case .formReady(let input): openForm(input)
        case .formFailed(let problem):
            pendingForm = nil
            message = .problem(problem)
        case .toDoSaved(let saved): applySavedToDo(saved)
        case .toDoRejected(let problem):
            form?.isSaving = false
            message = .problem(problem)
        case .toDoChecked(let row): applyCheckedToDo(row)
        case .toDoRemoved(let number): applyRemoval(ofToDo: number)
        case .undone(let change): applyUndo(of: change)
        case .syncProgressed(let progress):
            if syncText != nil { (syncText, syncProgress) = (progress.text, progress) }
        case .synced(let rows, let notice): applySyncResults(rows, notice: notice)
        case .syncFailed(let problem):
            endSync()
            message = .problem(problem)
        case .sourceAdded(let row): applyAddedSource(row)
        case .sourceEdited(let name, let row): applyEditedSource(name, row)
        case .sourceRejected(let problem): applyRejectedSource(problem)
        case .sourceRemoved(let name): applyRemoval(ofSource: name)
        case .playerChanged(let player, let lyrics): applyPlayer(player, lyrics)
        case .notice(let text): message = .problem(text)
        case .problem(let problem): message = .problem(problem)
        }
    }
}

/// A message below the body, shown until the next key.
struct TUIMessage: Equatable, Sendable {
    let text: String
    let isProblem: Bool

    static func note(_ text: String) -> TUIMessage { TUIMessage(text: text, isProblem: false) }
    static func problem(_ text: String) -> TUIMessage { TUIMessage(text: text, isProblem: true) }
    static func problem(_ problem: ProblemModel) -> TUIMessage { .problem(problem.text.onOneLine) }
}
