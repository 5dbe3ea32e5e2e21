import FermataDomain
import FermataPresentation
import Testing

@Suite("Keys of the TUI")
struct TUIIntentTests {
    @Test("toggles the bookmark, also while an earlier change is in progress")
    func togglesBookmark() {
        var session = TUISession()
        session.start()
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
        var session = TUISession()
        session.start()
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let load = try #require(session.loads.last)
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
        var session = TUISession()
        session.start()
        let marked = TUISession.song(0, "Changes", isBookmarked: true)
        session.send(.bookmarkSet(MusicCellModel(marked)))
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|3:37")
    }

    @Test("reports a failed bookmark and requests it again")
    func reportsFailedBookmark() {
        var session = TUISession()
        session.start()
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
        var session = TUISession()
        session.playlists = [Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3, missing: 2)]
        session.start()
        session.press("3", .enter)
        #expect(session.screen.title == "Glam, 3 songs, 2 not in the library")
    }

    @Test("opens the artist and the details, and returns to the same row")
    func opensArtistAndDetails() {
        var session = TUISession()
        session.start()
        session.press(.down, .enter)
        #expect(session.screen.title == "David Bowie, tracks by title")
        #expect(session.lines[0] == "> Changes|Hunky Dory|3:37")
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
        var session = TUISession()
        session.start()
        let titles = (0..<8).map { _ in
            session.press("s")
            return session.screen.title ?? ""
        }
        #expect(
            titles == [
                "Music by artist", "Music by album", "Music by popularity", "Music by release", "Music by addition",
                "Music by last play", "Music by plays", "Music by title",
            ])
        session.press("S", "f")
        #expect(session.screen.title == "Music by title, reversed, bookmarked first")
        #expect(
            session.loads.last?.source == .music(MusicQuery(order: .title, isReversed: true, bookmarkedFirst: true)))
        session.press("2", "f", "s")
        #expect(session.screen.title == "Bookmarked music by artist")
        session.press("1", .enter, "S", "f")
        #expect(session.screen.title == "David Bowie, tracks by title, reversed, bookmarked first")
    }

    @Test("shows tabs by number and in turn, each with its selection")
    func showsTabs() {
        var session = TUISession()
        session.start()
        session.press(.down, .tab)
        #expect(session.screen.tab == .bookmarks)
        session.press(.backTab, .backTab)
        #expect(session.screen.tab == .sources)
        session.press("1")
        #expect(session.position == "2 of 3")
        session.press("3")
        #expect(session.lines[0] == "No source has playlists yet.")
        session.press("4")
        #expect(session.lines[0] == "No song in the library is downloaded. Press d on a song to download it.")
    }

    @Test("shows every key on the help screen")
    func showsHelp() {
        var session = TUISession(rows: 60)
        session.start()
        session.press("?")
        let text = session.lines.joined(separator: "\n")
        for binding in TUIKeys.bindings {
            #expect(text.contains(binding.keysText) && text.contains(binding.help))
        }
        #expect(text.contains("wheel") && text.contains("click"))
        session.press("?", .escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("interrupts, suspends and redraws even while text is typed")
    func acceptsGlobalKeysWhileTyping() {
        var session = TUISession()
        session.start()
        session.clearRequested()
        for opening in ["", "/", "a"] {
            session.type(opening)
            session.press(.control("c"), .control("z"), .control("l"))
        }
        let expected: [TUIEffect] = [.interrupt, .suspend, .redraw]
        #expect(session.requested.filter { expected.contains($0) } == expected + expected + expected)
        #expect(TUIKeys.intent(for: "q") == .quit)
    }

    @Test("syncs once at a time and reports the result")
    func syncsOnceAtATime() {
        var session = TUISession()
        session.start()
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
        var session = TUISession()
        session.start()
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
            for key in action.keys { #expect(TUIKeys.intent(for: key) == action.intent) }
        }
    }
}
