import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Keys and changes of the TUI")
struct TUIIntentTests {
    @Test("toggles the bookmark, also while an earlier change is in progress")
    func togglesBookmark() {
        var session = TUISession.started()
        session.clearRequested()
        let song = MusicCellModel(TUISession.song(0, "Changes"))
        session.press("b", "b", "b")
        #expect(
            session.requested == [
                .setBookmark(true, of: song), .setBookmark(false, of: song), .setBookmark(true, of: song),
            ])
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|3:37")
        let marked = TUISession.song(0, "Changes", isBookmarked: true)
        session.send(.bookmarkSet(MusicCellModel(marked)))
        #expect(session.lines[0] == "> b|Changes|David Bowie|Hunky Dory|3:37")
        session.press("b")
        #expect(session.requested.last == .setBookmark(false, of: MusicCellModel(marked)))
        session.press("b", "b")
        session.send(.bookmarkSet(MusicCellModel(marked)))
        session.press("b")
        #expect(session.requested.last == .setBookmark(true, of: MusicCellModel(marked)))
    }

    @Test("keeps a changed bookmark when rows arrive that were requested before the change")
    func keepsChangedBookmark() throws {
        var session = TUISession.started()
        let load = try session.holdReload()
        session.press("b")
        let marked = TUISession.song(0, "Changes", isBookmarked: true)
        session.send(.bookmarkSet(MusicCellModel(marked)))
        session.reply(.load(load))
        #expect(session.lines[0] == "> b|Changes|David Bowie|Hunky Dory|3:37")
        session.press("b")
        #expect(session.requested.last == .setBookmark(false, of: MusicCellModel(marked)))
    }

    @Test("shows the bookmarks of rows that were requested after a change")
    func showsLaterBookmarks() {
        var session = TUISession.started()
        let marked = TUISession.song(0, "Changes", isBookmarked: true)
        session.send(.bookmarkSet(MusicCellModel(marked)))
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|3:37")
    }

    @Test("reports a failed bookmark and requests it again")
    func reportsFailedBookmark() {
        var session = TUISession.started()
        let song = MusicCellModel(TUISession.song(0, "Changes"))
        session.press("b")
        session.send(.bookmarkFailed(song.id, ProblemModel(.storageFull, "The disk is full.")))
        #expect(session.statusText == "The disk is full.")
        session.clearRequested()
        session.press("b")
        #expect(session.requested == [.setBookmark(true, of: song)])
    }

    @Test("the title of a playlist counts its songs, and those that are not in the library")
    func countsMissingSongsOfPlaylist() {
        var session = TUISession.started(playlists: [
            Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3, missing: 2)
        ])
        session.press(.function(4), .enter)
        #expect(session.screen.title == "Glam, 3 songs, 2 not in the library")
    }

    @Test("opens the artist and the details, and returns to the same row")
    func opensArtistAndDetails() {
        var session = TUISession.started()
        session.press(.down, "o")
        #expect(session.screen.title == "David Bowie, songs by popularity")
        #expect(session.lines.prefix(2) == ["[Songs]", "> Changes|Hunky Dory|3:37"])
        session.press("i")
        #expect(session.screen.title == "Changes")
        #expect(session.lines.contains("title       Changes"))
        #expect(session.screen.artwork?.music == TUISession.song(0, "").id)
        session.press(.left, .backspace)
        #expect(session.position == "2 of 3")
        session.press(.backspace, .escape, "h")
        #expect(session.screen.title == "Music by title")
    }

    @Test("changes the order, reverses it, and puts bookmarked music first")
    func changesOrder() {
        var session = TUISession.started()
        let titles = (0..<9).map { _ in
            session.press("s", "s")
            return session.screen.title ?? ""
        }
        #expect(
            titles == [
                "Music by artist", "Music by album", "Music by popularity", "Music by release", "Music by addition",
                "Music by last play", "Music by plays", "Music by rating", "Music by title",
            ])
        session.press("S", "f")
        #expect(session.screen.title == "Music by title, reversed, bookmarked first")
        #expect(
            session.loads.last?.source == .music(MusicQuery(order: .title, isReversed: true, bookmarkedFirst: true)))
        session.press(.function(3), "f", "s", "i")
        #expect(session.screen.title == "Bookmarked music by artist; F3: albums")
        session.press(.function(1), "o", "S", "f")
        #expect(session.screen.title == "David Bowie, songs by popularity, reversed, bookmarked first")
    }

    @Test(
        "rates the selected song, and shows the change",
        arguments: [("0", nil), ("1", .one), ("3", .three), ("5", .five)] as [(TUIKey, Rating?)])
    func ratesSelectedSong(key: TUIKey, rating: Rating?) {
        var session = TUISession.started()
        session.clearRequested()
        session.press(.down, key)
        var song = TUISession.song(1, "Fame")
        #expect(session.requested.contains(.setRating(rating, of: MusicCellModel(song))))
        song.rating = rating
        session.send(.ratingSet(MusicCellModel(song)))
        #expect(session.statusText.contains(rating == nil ? "Removed the rating of “Fame”." : "Rated “Fame” ★"))
        session.press(.function(4))
        session.clearRequested()
        session.press(key)
        #expect(session.requested.isEmpty)
    }

    @Test("shows tabs by their keys and in turn, each with its selection")
    func showsTabs() {
        var session = TUISession.started()
        session.press(.down, .tab)
        #expect(session.screen.tab == .albums)
        session.press(.backTab, .backTab)
        #expect(session.screen.tab == .sources)
        session.press(.function(1))
        #expect(session.position == "2 of 3")
        session.press(.function(4))
        #expect(session.lines[0] == "There are no playlists yet.")
        session.press(.function(5))
        #expect(session.lines[0].hasPrefix("No song in the library is downloaded. Songs of folders need no download."))
    }

    @Test("shows every key on the help screen")
    func showsHelp() {
        var session = TUISession.started(rows: 60)
        session.press("?")
        let text = session.lines.joined(separator: "\n")
        for binding in TUIKeys.bindings {
            #expect(text.contains(binding.keysText) && text.contains(binding.help))
            // Else the columns of the help screen break.
            #expect(binding.keysText.count < 33, "\(binding.keysText)")
        }
        #expect(text.contains("wheel") && text.contains("click") && text.contains("theme.conf"))
        session.press("?", .escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("interrupts, suspends and redraws even while text is typed")
    func acceptsGlobalKeysWhileTyping() {
        var session = TUISession.started()
        session.clearRequested()
        for opening in ["", "/", "a"] {
            session.type(opening)
            session.press(.control("c"), .control("z"), .control("l"))
        }
        let expected: [TUIEffect] = [.interrupt, .suspend, .redraw]
        #expect(session.requested.filter { expected.contains($0) } == expected + expected + expected)
        #expect(TUIKeyMap().intent(for: "q") == .quit)
    }

    @Test("syncs once at a time and reports the result")
    func syncsOnceAtATime() {
        var session = TUISession.started()
        session.clearRequested()
        session.press("r", .control("r"))
        #expect(session.requested == [.sync])
        #expect(session.statusText == "A sync is already running.")
        session.send(.syncProgressed(SyncProgressText(SyncProgress(source: "radio", count: 12_000), seconds: 1)))
        session.press(.up)
        #expect(session.statusText == "radio: 12,000 records, 12,000 a second")
        let failure = SourceFailure(.connectionFailed, address: "http://a")
        session.send(
            .synced([
                SyncResultCellModel(SyncResult(source: "radio", summary: SyncSummary(), result: .failed(failure)))
            ]))
        #expect(session.statusText == "radio: the connection failed")
        session.press("r")
        let unchanged = SyncResult(source: "radio", summary: nil, result: .unchanged)
        session.send(.synced([SyncResultCellModel(unchanged)]))
        #expect(session.statusText == "radio: unchanged")
        session.press("r")
        session.send(.synced([]))
        #expect(session.statusText == "There is no source yet. Press a on the Sources tab to add one.")
        session.press("r")
        session.send(.synced([SyncResultCellModel(unchanged)], notice: "The library is damaged."))
        #expect(session.statusText == "The library is damaged.")
    }

    @Test("shows a problem of the library until it is resolved")
    func showsLibraryProblemUntilResolved() {
        var session = TUISession.started()
        session.send(.libraryFailed(ProblemModel(.unexpected, "It was removed.")))
        session.press(.down)
        #expect(session.statusText == "It was removed.")
        session.send(.libraryChanged)
        #expect(session.statusText == "Updated just now")
    }

    @Test("binds each key once")
    func bindsEachKeyOnce() {
        let keys = TUIKeys.bindings.flatMap(\.actions).flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        for action in TUIKeys.bindings.flatMap(\.actions) {
            for key in action.keys { #expect(TUIKeyMap().intent(for: key) == action.intent) }
        }
    }

    @Test("u undoes the last change, says what it was, and reads the rows again")
    func undoesLastChange() {
        var session = TUISession.started()
        session.clearRequested()
        session.press("u")
        #expect(session.requested == [.undo])
        let song = TUISession.song(0, "Changes")
        session.clearRequested()
        session.send(.undone(.bookmark, .song(song)))
        #expect(session.statusText == "Undone: bookmarked “Changes” by David Bowie.")
        #expect(session.requested.contains { if case .load = $0 { true } else { false } })
    }

    @Test("an undone bookmark stays undone when rows arrive that were requested earlier")
    func forgetsUndoneBookmark() throws {
        var session = TUISession.started()
        let load = try session.holdReload()
        let song = TUISession.song(0, "Changes", isBookmarked: true)
        session.send(.bookmarkSet(MusicCellModel(song)))
        session.send(.undone(.bookmark, .song(song)))
        session.reply(.load(load))
        session.reply()
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|3:37")
    }

    @Test("u selects a restored to-do even if rows arrive that were requested earlier")
    func selectsRestoredToDo() throws {
        let toDos = (1...3).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)"), isDone: $0 == 3) }
        var session = TUISession()
        session.toDos = toDos
        session.start()
        session.press(.function(6))
        session.change(1, isDone: true)
        let load = try session.holdReload()
        session.send(.undone(.check, .toDo(toDos[0])))
        session.reply(.load(load))
        session.toDos = toDos
        session.reply()
        #expect(session.selectedLine == "> 1|T1")
    }

    @Test("u selects the row whose change it undoes, unless the user moves on")
    func selectsRestoredRow() {
        var session = TUISession.started(songs: ["Changes", "Fame", "Heroes", "Starman"])
        let undone = TUIEvent.undone(.bookmark, .song(TUISession.song(2, "Heroes")))
        session.send(undone)
        #expect(session.position == "3 of 4")
        session.press("g")
        session.send(.libraryChanged)
        #expect(session.position == "1 of 4")
        session.repliesAtOnce = false
        session.send(undone)
        session.press(.down)
        session.reply()
        #expect(session.position == "2 of 4")
    }

    @Test("u scrolls to the row whose change it undoes")
    func scrollsToRestoredRow() {
        var session = TUISession.started(songs: (0..<100).map { "Song \($0)" })
        session.send(.undone(.bookmark, .song(TUISession.song(50, "Song 50"))))
        #expect(session.selectedLine?.hasPrefix("> Song 50|") == true)
    }

    @Test("downloads, shows progress in the row, and removes only after a prompt")
    func downloadsAndRemovesAfterPrompt() {
        var session = TUISession.started()
        session.clearRequested()
        let song = TUISession.song(0, "Changes")
        session.press("d")
        #expect(session.requested == [.download(song.id)])
        for (state, text) in [
            (DownloadState.waiting, "waiting"), (.downloading(fraction: 0.451), "45 %"),
            (.failed(.other("x")), "failed"),
        ] {
            session.setDownload(of: song, to: state)
            #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|\(text)")
        }
        #expect(session.statusText == "Cannot download Changes by David Bowie: x. Press d to retry.")
        session.setDownload(of: song, to: .downloading(fraction: nil))
        session.press("d")
        #expect(session.statusText == "“Changes” is already downloading.")
        var downloaded = song
        downloaded.isDownloaded = true
        session.setDownload(of: downloaded, to: .downloaded)
        session.downloads = [Download(music: downloaded, state: .downloaded, received: 5_000, length: 5_000)]
        session.press(.function(5))
        downloaded.isBookmarked = true
        session.send(.bookmarkSet(MusicCellModel(downloaded)))
        guard case .row(let cells, true) = session.screen.lines[0] else {
            Issue.record("\(session.lines)")
            return
        }
        #expect(cells.first == .marks(MusicMarks(isBookmarked: true, isDownloaded: true, isExplicit: false)))
        session.press("d")
        #expect(session.statusText == "Remove the download of “Changes”? y/n")
        session.press("n", "x", "y")
        #expect(session.requested.filter { $0 == .removeDownload(song.id) }.count == 1)
    }

    @Test("details show the state of a download, and why it failed in full")
    func showsReasonInDetails() {
        var session = TUISession()
        let song = TUISession.song(0, "Changes")
        session.states[song.id] = .failed(.content(.wrongLength(1, expected: 2)))
        session.start()
        session.press("i")
        #expect(session.lines.contains("downloaded  failed: the file has 1 byte instead of 2"))
        for (state, text) in [(DownloadState.downloading(fraction: 0.5), "50 %"), (.downloaded, "yes")] {
            session.setDownload(of: song, to: state)
            #expect(session.lines.contains("downloaded  \(text)"))
        }
    }

    @Test("says that a file of a folder needs no download")
    func needsNoDownload() {
        let song = Music(id: MusicID(9), title: "Changes", audioURL: "file:///music/a.mp3", isDownloaded: true)
        var session = TUISession.started(downloads: [Download(music: song, state: .downloaded)])
        session.press(.function(5))
        #expect(session.screen.hints?.contains("d download") == false)
        session.press("d")
        #expect(session.statusText == "“Changes” is a file on this computer and needs no download.")
    }

    @Test(
        "shows downloads by another program once the rows are read again",
        arguments: [DownloadState.waiting, .failed(.other("x"))])
    func showsDownloadsOfOtherPrograms(state: DownloadState) {
        var session = TUISession.started()
        let song = TUISession.song(0, "Changes")
        session.press("d")
        session.setDownload(of: song, to: state)
        session.states = [song.id: .downloaded]
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> d|Changes|David Bowie|Hunky Dory|3:37")
        session.press("d")
        #expect(session.statusText == "Remove the download of “Changes”? y/n")
    }

    @Test("keeps a running download's state over rows that were read meanwhile")
    func keepsStateOfRunningDownload() {
        var session = TUISession.started()
        let song = TUISession.song(0, "Changes")
        session.states = [song.id: .waiting]
        session.setDownload(of: song, to: .downloading(fraction: 0.45))
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|45 %")
        session.setDownload(of: song, to: .waiting)
        session.states = [song.id: .failed(.other("x"))]
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|failed")
        session.setDownload(of: song, to: .failed(.other("x")))
        session.states = [song.id: .downloading(fraction: 0.9)]
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|failed")
    }

    @Test("keeps the state of a download over rows that were requested before it changed")
    func keepsStateOverEarlierRows() throws {
        var session = TUISession()
        let song = TUISession.song(0, "Changes")
        session.states = [song.id: .failed(.other("x"))]
        session.start()
        let load = try session.holdReload()
        session.setDownload(of: song, to: .waiting)
        session.reply(.load(load))
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|waiting")
    }

    @Test("details ignore a state that was requested before the download ended")
    func ignoresEarlierStateInDetails() throws {
        var session = TUISession()
        let song = TUISession.song(0, "Changes")
        session.states = [song.id: .downloading(fraction: 0.9)]
        session.start()
        session.press("i")
        let load = try session.holdReload()
        session.clearRequested()
        session.setDownload(of: song, to: .downloaded)
        #expect(session.loads.map(\.source) == [.musicDetail(song.id)])
        session.reply(.load(load))
        #expect(session.lines.contains("downloaded  yes"))
    }

    @Test("shows the bookmark of a running download")
    func showsBookmarkOfRunningDownload() {
        var session = TUISession()
        var song = TUISession.song(0, "Changes")
        session.downloads = [Download(music: song, state: .waiting)]
        session.start()
        session.press(.function(5))
        let running = Download(music: song, state: .downloading(fraction: 0.5), received: 5_000, length: 10_000)
        session.send(.downloadChanged(DownloadCellModel(running, for: .user)))
        song.isBookmarked = true
        session.send(.bookmarkSet(MusicCellModel(song)))
        #expect(session.lines[0] == "> b|Changes|David Bowie|5.0 of 10 kB|50 %")
    }
}
