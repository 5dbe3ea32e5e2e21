import FermataDomain

/// Applies each intent.
extension TUIModel {
    mutating func apply(_ intent: TUIIntent) {
        // A name that is typed there by mistake must not change the selected playlist.
        if page.source.isPlaylistChoice, intent.isAboutRows { return }
        switch intent {
        case .move(let step): move(by: step)
        case .moveHalfPages(let count): move(by: count * max(1, pageHeight / 2))
        case .moveToStart: move(by: -.max / 2)
        case .moveToEnd: if page.list != nil { page.list?.moveToEnd() } else { move(by: .max / 2) }
        case .open: open()
        case .forward: goForward()
        case .back: if !moveFocus(by: -1) { pop() }
        case .cancel: cancel()
        case .showDetails: showDetails()
        case .showLyrics: showLyrics()
        case .showArtist: showArtist()
        case .search: startSearch()
        case .chooseOrder: chooseOrder()
        case .showAlbums(let order): showAlbums(in: order)
        case .reverse: if let source = page.source.reversed { change(to: source) }
        case .toggleBookmarkedFirst: if let source = page.source.withBookmarkedFirstToggled { change(to: source) }
        case .bookmark: bookmark()
        case .rate(let rating): rate(rating)
        case .bookmarkPlaying: bookmarkPlaying()
        case .ratePlaying(let rating): if let music = playingMusic { effects.append(.setRating(rating, of: music)) }
        case .download: download()
        case .play: play()
        case .playRandom: effects.append(.playRandom)
        case .playArtist: playArtist()
        case .enqueue: actOnSongs(TUIEffect.enqueue) { "Added \($0) to the queue." }
        case .enqueueNext where page.source == .queue: moveEntriesNext()
        case .enqueueNext: actOnSongs(TUIEffect.enqueueNext, Self.playsNext)
        case .selectRows: toggleSelection()
        case .choosePlaylist: choosePlaylist()
        case .deletePlaylist: if let playlist = page.playlist { promptToDelete(playlist) }
        case .moveEntry(let step): moveEntry(by: step)
        case .player(let command): effects.append(.player(command))
        case .toggleShuffle: toggleShuffle()
        case .cycleRepetition: cycleRepetition()
        case .cycleSleep: cycleSleep()
        case .toggleStopAfterSong: toggleStopAfterSong()
        case .showPlayer:
            if page.source != .player { push(.player, .detail(TUIDetail(player: playerScreen, keys: keys))) }
        case .showQueue: showQueue()
        case .add: add()
        case .edit: edit()
        case .check: check()
        case .remove: remove()
        case .undo: effects.append(.undo)
        case .sync: sync(.sync)
        case .syncSelected: if let name = page.sourceName { sync(.syncSource(name)) }
        case .showTab(let tab): if isAtRoot, tab == self.tab { showNextKind() } else { show(tab) }
        case .nextTab: show(tab.moved(by: 1))
        case .previousTab: show(tab.moved(by: -1))
        case .help: if page.source != .help { push(.help, .detail(TUIDetail(keys: keys.bindings))) }
        case .redraw: effects.append(.redraw)
        case .suspend: effects.append(.suspend)
        case .quit: effects.append(.quit)
        case .quitPlaying: effects.append(.quitPlaying)
        case .interrupt: effects.append(.interrupt)
        }
    }

    /// Ends the selection of several rows, ends the search, or goes back.
    private mutating func cancel() {
        if page.list?.anchor != nil {
            page.list?.endSelection()
        } else if page.source.searchText?.isEmpty == false {
            cancelSearch()
        } else if !moveFocus(by: -1) {
            pop()
        }
    }

    private mutating func move(by step: Int) {
        page.list?.move(by: step)
        page.detail?.scroll(by: step)
        page.lyrics?.move(by: step)
    }

    private var pageHeight: Int { page.list?.height ?? layout.bodyHeight(withHeading: page.lyrics != nil) }

    /// Asks for the order; `s`, the usual key of this action, chooses the next one.
    private mutating func chooseOrder() {
        seed &+= 1
        guard let next = page.source.inNextOrder(seed: seed) else { return }
        let choices = page.source.orders(seed: seed).map { order in
            TUIPrompt.Choice(key: order.key, hint: order.hint, action: .show(order.source))
        }
        prompt = TUIPrompt(
            question: "Order by", ending: ":",
            choices: [TUIPrompt.Choice(key: "s", hint: "next", action: .show(next))] + choices, isOpen: true)
    }

    /// Shows all albums in an order, each time another one if that is random.
    private mutating func showAlbums(in order: AlbumOrderKey) {
        seed &+= 1
        show(.albums)
        while !isAtRoot { pop() }
        browser.focus = .albums
        browser.artists.list?.move(by: -.max / 2)
        change(to: .albums(AlbumQuery(order: order.order(seed: seed))))
    }

    /// Shows bookmarked albums instead of bookmarked songs, then artists, then songs again.
    private mutating func showNextKind() { if let source = page.source.ofNextKind { change(to: source) } }

    // MARK: - Navigation

    /// Plays the selected song and those after it, or opens a row of another kind.
    private mutating func open() {
        if let lyrics = page.lyrics { return jump(in: lyrics) }
        if page.list?.selected?.music != nil { play() } else { goForward() }
    }

    /// Moves to the column on the right; without columns, opens the selected row.
    private mutating func goForward() { if !moveFocus(by: 1) { openRow() } }

    private mutating func openRow() {
        guard let row = page.list?.selected else { return }
        switch row {
        case .allArtists: break  // shown in columns only
        case .listedArtist(let artist): push(.artist(ArtistPageQuery(artist: artist.name)))
        case .newPlaylist: choose(nil)
        case .playlist(let playlist) where page.source.isPlaylistChoice: choose(playlist)
        case .playlist(let playlist), .artist(.playlist(let playlist)): push(.playlist(playlist))
        case .artist(.relatedArtist(let artist)): push(.artist(ArtistPageQuery(artist: artist.name)))
        case .album(let album), .artist(.album(let album)): push(.album(album))
        case .toDo(let toDo) where toDo.canBeOpened: push(.toDoDetail(toDo.number), .detail(TUIDetail()))
        case .source(let source): push(.sourceDetail(source.name), .detail(TUIDetail()))
        case .toDo: message = .note("This to-do is done. Press \(keys.name(of: .check)) to uncheck it.")
        case .artist(.track), .artist(.message): showDetails()
        case .music, .albumTrack, .download, .queued: if page.artist == nil { showDetails() } else { showArtist() }
        }
    }

    /// Opens the page of the artist of the selection.
    private mutating func showArtist() {
        if let artist = page.otherArtist { return push(.artist(ArtistPageQuery(artist: artist))) }
        if page.music?.artist.isEmpty == true { message = .note("This song names no artist.") }
    }

    private mutating func showDetails() {
        if let music = page.list?.selected?.music {
            push(.musicDetail(music.id), .detail(TUIDetail(music: music, download: downloadState(of: music))))
        } else {
            switch page.list?.selected {
            case .toDo, .source, .album, .artist(.album): openRow()
            default: break
            }
        }
    }

    // MARK: - Music

    private mutating func showLyrics() {
        guard page.lyrics == nil, let music = page.music else { return }
        push(.lyrics(music.id), .lyrics(TUILyrics(of: music, at: playback?.elapsed(of: music.id))))
    }

    /// Toggles the bookmark; a change in progress counts as made.
    private mutating func bookmark() {
        let bookmarksSeveral = !areSelectedRowsBookmarked
        if annotateSelectedRows(.bookmark(bookmarksSeveral)) { return }
        if let (subject, annotations) = page.list?.selected?.annotated {
            let isBookmarked = !(pendingSubjectBookmarks[subject.id] ?? annotations.isBookmarked)
            pendingSubjectBookmarks[subject.id] = isBookmarked
            return effects.append(.annotate(subject, .bookmark(isBookmarked)))
        }
        if let music = page.music { bookmark(music) }
    }

    private mutating func bookmark(_ music: MusicCellModel) {
        let isBookmarked = !(pendingBookmarks[music.id] ?? music.isBookmarked)
        pendingBookmarks[music.id] = isBookmarked
        effects.append(.setBookmark(isBookmarked, of: music))
    }

    /// Bookmarks the song that plays, or removes its bookmark. A message reports the change, because its row may be out of view.
    private mutating func bookmarkPlaying() {
        guard let music = playingMusic else { return }
        bookmark(music)
        message = .note(music.bookmarkedText(pendingBookmarks[music.id] ?? music.isBookmarked))
    }

    private mutating func rate(_ rating: Rating?) {
        if annotateSelectedRows(.rate(rating)) { return }
        if let subject = page.list?.selected?.annotated?.subject {
            effects.append(.annotate(subject, .rate(rating)))
        } else if let music = page.music {
            effects.append(.setRating(rating, of: music))
        }
    }

    private mutating func download() {
        if let range = page.list?.selectedRange { return downloadSongs(in: range) }
        if page.list?.selected?.isCollection == true { return promptToDownload() }
        guard let music = page.music else { return }
        let actions = MusicAction.actions(for: downloadState(of: music), of: music.music)
        if actions.contains(.download) {
            effects.append(.download(music.id))
        } else if actions.contains(.removeDownload) {
            promptToRemoveDownload(of: music)
        } else {
            message = .note("“\(music.title)” \(reasonNotToDownload(music.music)).")
        }
    }

    /// Downloads the selected songs that can be downloaded; if there are none, asks whether to remove their downloads.
    private mutating func downloadSongs(in range: ClosedRange<Int>) {
        guard let rows = page.list?.rows(in: range), rows.allSatisfy({ $0.music != nil }) else {
            return promptToDownload()
        }
        func songs(_ action: MusicAction) -> [MusicID] {
            rows.compactMap { row in
                guard let music = row.music?.music else { return nil }
                return MusicAction.actions(for: downloadState(of: row), of: music).contains(action) ? music.id : nil
            }
        }
        let (missing, downloaded) = (songs(.download), songs(.removeDownload))
        if !missing.isEmpty {
            effects.append(.downloadSongs(.songs(missing)))
        } else if !downloaded.isEmpty {
            prompt = TUIPrompt(
                question: "Remove \(CountText(downloaded.count, "download").text)", ending: "?",
                action: .effect(.removeDownloads(.songs(downloaded))))
        } else {
            message = .note("None of these songs needs a download.")
        }
        page.list?.endSelection()
    }

    /// Asks before it downloads the songs of albums, playlists or artists, or of rows that are not loaded: these may be
    /// many.
    private mutating func promptToDownload() {
        guard let songs = page.songs, isSmallEnough else { return }
        let row = page.list?.selectedRange == nil ? page.list?.selected : nil
        let count = row?.album?.countText ?? row?.playlist?.countText ?? ""
        prompt = TUIPrompt(
            question: "Download \(page.songsText)", ending: count.isEmpty ? "?" : " (\(count))?",
            action: .effect(.downloadSongs(songs)))
        page.list?.endSelection()
    }

    private func reasonNotToDownload(_ music: Music) -> String {
        if music.isLocal { return "is a file on this computer and needs no download" }
        return music.audioURL == nil ? "has no audio to download" : "is already downloading"
    }

    func downloadState(of music: MusicCellModel) -> DownloadState {
        if let current = downloads[music.id] { return current.row.download.state }
        if let detail = page.detail, detail.music?.id == music.id { return detail.download }
        return page.list?.selected.map { downloadState(of: $0) } ?? (music.isDownloaded ? .downloaded : .notDownloaded)
    }

    private func downloadState(of row: TUIRow) -> DownloadState {
        if let id = row.music?.id, let current = downloads[id] { return current.row.download.state }
        switch row {
        case .download(let row): return row.download.state
        case .music(let row), .artist(.track(let row)): return row.download
        case .albumTrack(let row): return row.track.download
        default: return row.music?.isDownloaded == true ? .downloaded : .notDownloaded
        }
    }

    private mutating func promptToRemoveDownload(of music: MusicCellModel) {
        prompt = TUIPrompt(
            question: "Remove the download of “\(music.title)", ending: "”?",
            action: .effect(.removeDownload(music.id)))
    }

    private mutating func sync(_ effect: TUIEffect) {
        guard syncText == nil else { return message = .note("A sync is already running.") }
        syncText = SyncText.running
        effects.append(effect)
    }

    // MARK: - To-dos and sources

    private mutating func add() {
        if page.source.showsSources { return openForm(SourceInputModel(forms: forms), of: nil) }
        if page.source.listsPlaylists { return openForm(TUIPlaylistInput(.create(.songs([])))) }
        let music = page.music
        let subject = music.map { ToDoSubject.music($0.id) } ?? page.list?.selected?.subject
        pendingForm = .add(about: subject, text: subjectText(subject, music))
        effects.append(.openForm)
    }

    private mutating func edit() {
        if let source = page.selectedSource {
            return openForm(SourceInputModel(editing: source, forms: forms), of: source.name)
        }
        if let playlist = page.playlist { return rename(playlist) }
        guard let toDo = page.toDo else { return }
        pendingForm = .edit(toDo.number)
        effects.append(.openEditForm(toDo: toDo.number))
    }

    private func subjectText(_ subject: ToDoSubject?, _ music: MusicCellModel?) -> String {
        switch subject {
        case .artist(let name): name
        case .music: music?.music.titleAndArtist ?? ""
        case nil: ""
        }
    }

    private mutating func check() {
        guard let toDo = page.toDo else { return }
        effects.append(.setDone(!toDo.isDone, ofToDo: toDo.number))
    }

    private mutating func remove() {
        if let toDo = page.toDo {
            prompt = TUIPrompt(
                question: "Remove “\(toDo.title.text)", ending: "”?", action: .effect(.removeToDo(toDo.number)))
        } else if case .download(let row)? = page.list?.selected {
            promptToRemoveDownload(of: MusicCellModel(row.download.music))
        } else if page.source == .queue {
            removeEntries()
        } else if case .playlist(let playlist) = page.source {
            removeSongs(from: playlist)
        } else if let playlist = page.playlist {
            promptToDelete(playlist)
        } else if let source = page.selectedSource {
            promptToRemove(source)
        }
    }
}

/// Plays songs, and shows the playback status.
extension TUIModel {
    var playerScreen: PlayerScreen { PlayerScreen(player ?? NowPlayingModel(NowPlaying()), lyrics: playedLyrics) }

    mutating func applyPlayer(_ new: NowPlayingModel, _ lyrics: LyricsScreen?) {
        let isOtherQueue = player.map { $0.queue != new.queue } ?? true
        (player, playedLyrics) = (new, lyrics)
        follow(new.isStopped ? nil : new.id.map { TUIPlayback(of: $0, at: new.elapsed) })
        updatePlayerPages()
        if isOtherQueue { updateAllPages { if [.queue, .upcoming].contains($0.source) { $0.makeStale() } } }
    }

    mutating func updatePlayerPages() {
        let screen = playerScreen
        updateAllPages { if $0.source == .player { $0.detail?.player = screen } }
    }

    /// Plays the selected songs, the song and those after it, the selected album or playlist, or the song of the details.
    mutating func play() {
        guard let list = page.list, list.anchor == nil, list.selected?.isCollection != true else {
            return actOnSongs(TUIEffect.play)
        }
        if case .queued(let row)? = list.selected {
            effects.append(.player(.playEntry(number: row.number)))
        } else if list.selected?.music != nil {
            effects.append(.play(.rows(page.source, Window(offset: list.selection))))
        }
    }

    /// Plays all songs by the artist of the selection, as the artist's page orders the albums.
    mutating func playArtist() {
        guard let artist = page.artist else { return }
        effects.append(.play(.artist(artist)))
        message = .note("Playing all songs by \(artist).")
    }

    /// Shows the queue at its current entry.
    mutating func showQueue() {
        guard page.source != .queue else { return }
        push(.queue, .list(TUIList(openedAt: player?.queue.index ?? 0)))
        // Rows of hidden songs are missing before it.
        if let current = player?.queue.current { page.list?.selectWhenLoaded(.queued(current.number)) }
    }

    /// Moves the selected songs of the queue or a playlist by a row.
    mutating func moveEntry(by step: Int) {
        if case .playlist(let playlist) = page.source { return moveSongs(in: playlist, by: step) }
        guard let list = page.list, page.source == .queue, list.canMoveSelected(by: step) else { return }
        let rows = list.selectedRows
        let following = step < 0 ? rows.lowerBound - 1 : rows.upperBound + 2
        let place = list.row(at: following)?.entry.map { QueuePlace.before(entry: $0) } ?? .end
        effects.append(.player(.move(entries: list.selectedEntries, to: place)))
        // Shows the move at once. Rows that were read before it must not undo it.
        page.list?.moveSelected(by: step)
        page.restartReads()
    }

    private static func playsNext(_ songs: String) -> String { "\(songs) will play next." }

    /// Moves the selected songs of the queue so that they play next; the current one stays.
    private mutating func moveEntriesNext() {
        guard let list = page.list else { return }
        guard let rows = list.rows(in: list.selectedRows) else { return message = .note(Self.notAllLoaded) }
        let moved = rows.compactMap(\.queued).filter { !$0.isCurrent }
        guard let first = moved.first else { return }
        effects.append(.player(.move(entries: moved.map(\.number), to: .next)))
        let songs = moved.count == 1 ? "“\(first.song.title)”" : CountText(moved.count, "song").text
        message = .note(Self.playsNext(songs))
        page.list?.endSelection()
    }

    fileprivate mutating func removeEntries() {
        guard let entries = page.list?.selectedEntries, !entries.isEmpty else { return }
        effects.append(.player(.remove(entries: entries)))
        // Shows the removal at once, as a move.
        page.list?.removeSelected()
        page.restartReads()
    }

    /// Moves the playback to the selected line of the song that plays.
    mutating func jump(in lyrics: TUILyrics) {
        guard playback?.elapsed(of: lyrics.music.id) != nil else {
            return message = .note("This song is not playing. Press \(keys.name(of: .play)) to play it.")
        }
        if let target = lyrics.target { effects.append(.player(.seek(to: target))) }
    }

    mutating func toggleShuffle() {
        guard let player else { return }
        effects.append(player.queue.isShuffled ? .player(.shuffle(seed: nil)) : .shuffle)
    }

    mutating func cycleRepetition() {
        guard let player else { return }
        let all = PlayQueue.Repetition.allCases
        let next = all.drop { $0 != player.queue.repetition }.dropFirst().first ?? .off
        effects.append(.player(.setRepetition(next)))
    }

    /// The song that plays, or at which the queue has stopped; otherwise nil, and a message says so.
    private var playingMusic: MusicCellModel? {
        mutating get {
            if player?.music == nil { message = .note(keys.text("Nothing plays. Press {play} on a song.")) }
            return player?.music
        }
    }

    /// The times of the sleep timer, in minutes.
    private static let sleepTimes = [15, 30, 60]

    /// Sets the sleep timer to the next longer time; after the longest, cancels it.
    mutating func cycleSleep() {
        guard let player = activePlayer else { return }
        let next = Self.sleepTimes.first { $0 > player.sleepMinutes ?? 0 }
        effects.append(.player(.sleep(after: next.map { .seconds($0 * 60) })))
    }

    mutating func toggleStopAfterSong() {
        guard let player = activePlayer else { return }
        effects.append(.player(.stopAfterSong(!player.stopsAfterSong)))
    }

    /// The status of a player that plays or is paused; otherwise nil, and a message says so.
    private var activePlayer: NowPlayingModel? {
        mutating get {
            if let player, !player.isStopped { return player }
            message = .note(keys.text("Nothing plays. Press {play} on a song."))
            return nil
        }
    }
}

extension TUIList {
    /// The numbers of the selected entries of the queue that are loaded.
    fileprivate var selectedEntries: [Int] { selectedRows.compactMap { row(at: $0)?.entry } }
}

extension TUIRow {
    /// The row of the queue; nil for other rows.
    fileprivate var queued: QueueCellModel? { if case .queued(let row) = self { row } else { nil } }
    /// The number of the entry of the queue; nil for other rows.
    fileprivate var entry: Int? { queued?.number }
}
