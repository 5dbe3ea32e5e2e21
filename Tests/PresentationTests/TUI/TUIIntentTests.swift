import FermataDomain
import FermataPresentation
import Testing

@Suite("What the keys of the browser do")
struct TUIIntentTests {
    @Test("b bookmarks, and takes the bookmark away, even while the first change is under way")
    func bookmark() {
        var session = TUISession()
        session.begin()
        session.forgetAsked()
        let song = MusicCellModel(TUISession.song(0, "Changes"))
        session.press("b", "b", "b")
        #expect(
            session.asked == [
                .setBookmark(true, of: song), .setBookmark(false, of: song), .setBookmark(true, of: song),
            ])
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|3:37")
        var marked = TUISession.song(0, "Changes")
        marked.isBookmarked = true
        session.send(.bookmarked(MusicCellModel(marked)))
        #expect(session.lines[0] == "> b|Changes|David Bowie|Hunky Dory|3:37")
        session.press("b")
        #expect(session.asked.last == .setBookmark(false, of: MusicCellModel(marked)))
    }

    @Test("a bookmark that could not be set is told, and can be asked for again")
    func bookmarkFailure() {
        var session = TUISession()
        session.begin()
        let song = MusicCellModel(TUISession.song(0, "Changes"))
        session.press("b")
        session.send(.bookmarkFailed(song.id, "The disk is full."))
        #expect(session.statusText == "The disk is full.")
        session.forgetAsked()
        session.press("b")
        #expect(session.asked == [.setBookmark(true, of: song)])
    }

    @Test("d downloads; how it comes on stands in the row; what is there is removed after a question")
    func download() {
        var session = TUISession()
        session.begin()
        session.forgetAsked()
        let song = TUISession.song(0, "Changes")
        session.press("d")
        #expect(session.asked == [.download(song.id)])
        for (state, text) in [
            (DownloadState.waiting, "waiting"), (.downloading(fraction: 0.451), "45 %"),
            (.failed(reason: "x"), "failed"),
        ] {
            session.send(.downloadMoved(DownloadCellModel(Download(music: song, state: state))))
            #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|\(text)")
        }
        #expect(session.statusText == "“Changes”: failed: x")
        session.send(.downloadMoved(DownloadCellModel(Download(music: song, state: .downloading(fraction: nil)))))
        session.press("d")
        #expect(session.statusText == "“Changes” is on its way.")
        var there = song
        there.isDownloaded = true
        session.send(.downloadMoved(DownloadCellModel(Download(music: there, state: .downloaded))))
        session.downloads = [Download(music: there, state: .downloaded, received: 5_000, length: 5_000)]
        session.press("4")
        there.isBookmarked = true
        session.send(.bookmarked(MusicCellModel(there)))
        guard case .row(let cells, true) = session.screen.lines[0] else {
            Issue.record("\(session.lines)")
            return
        }
        #expect(cells.first == .marks(MusicMarks(isBookmarked: true, isDownloaded: true, isExplicit: false)))
        session.press("d")
        #expect(session.statusText == "Remove the download of “Changes”? y/n")
        session.press("n", "x", "y")
        #expect(session.asked.filter { $0 == .removeDownload(song.id) }.count == 1)
    }

    @Test(
        "how a download ended elsewhere is seen once the rows are read again, and d acts on that",
        arguments: [DownloadState.waiting, .failed(reason: "x")])
    func downloadElsewhere(state: DownloadState) {
        var session = TUISession()
        session.begin()
        let song = TUISession.song(0, "Changes")
        session.press("d")
        session.send(.downloadMoved(DownloadCellModel(Download(music: song, state: state))))
        session.states = [song.id: .downloaded]
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> d|Changes|David Bowie|Hunky Dory|3:37")
        session.press("d")
        #expect(session.statusText == "Remove the download of “Changes”? y/n")
    }

    @Test("what is under way here is not taken back by rows that were read meanwhile; what ended is as they say")
    func downloadHere() {
        var session = TUISession()
        session.begin()
        let song = TUISession.song(0, "Changes")
        session.states = [song.id: .waiting]
        session.send(.downloadMoved(DownloadCellModel(Download(music: song, state: .downloading(fraction: 0.45)))))
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|45 %")
        session.send(.downloadMoved(DownloadCellModel(Download(music: song, state: .waiting))))
        session.states = [song.id: .failed(reason: "x")]
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|failed")
        session.send(.downloadMoved(DownloadCellModel(Download(music: song, state: .failed(reason: "x")))))
        session.states = [song.id: .downloading(fraction: 0.9)]
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|failed")
    }

    @Test("a bookmark shows its mark among the downloads, also while one is under way or has failed")
    func bookmarkedDownload() {
        var session = TUISession()
        var song = TUISession.song(0, "Changes")
        session.downloads = [Download(music: song, state: .waiting)]
        session.begin()
        session.press("4")
        let moved = Download(music: song, state: .downloading(fraction: 0.5), received: 5_000, length: 10_000)
        session.send(.downloadMoved(DownloadCellModel(moved)))
        song.isBookmarked = true
        session.send(.bookmarked(MusicCellModel(song)))
        #expect(session.lines[0] == "> b|Changes|David Bowie|5.0 of 10 kB|50 %")
    }

    @Test("Enter opens an artist's page, i the details, and each way leads back to where one was")
    func open() {
        var session = TUISession()
        session.begin()
        session.press(.down, .enter)
        #expect(session.screen.title == "David Bowie, tracks by title")
        #expect(session.lines[0] == "> Changes|Hunky Dory|3:37")
        session.press("i")
        #expect(session.screen.title == "Changes")
        #expect(session.lines.contains("title       Changes"))
        #expect(session.screen.picture?.music == TUISession.song(0, "").id)
        session.press(.left, .backspace)
        #expect(session.position == "2 of 3")
        session.press(.backspace, .escape, "h")
        #expect(session.screen.title == "Music by title")
    }

    @Test("s changes the order, S turns it round, f puts bookmarked music first")
    func orders() {
        var session = TUISession()
        session.begin()
        let titles = (0..<6).map { _ in
            session.press("s")
            return session.screen.title ?? ""
        }
        #expect(
            titles == [
                "Music by artist", "Music by album", "Music by popularity", "Music by release", "Music by addition",
                "Music by title",
            ])
        session.press("S", "f")
        #expect(session.screen.title == "Music by title, reversed, bookmarked first")
        #expect(session.loads.last?.source == .music(MusicQuery(isReversed: true, bookmarkedFirst: true)))
        session.press("2", "f", "s")
        #expect(session.screen.title == "Bookmarked music by artist")
        session.press("1", .enter, "S", "f")
        #expect(session.screen.title == "David Bowie, tracks by title, reversed, bookmarked first")
    }

    @Test("tabs are shown by number and one after the other, and each stays where it was")
    func tabs() {
        var session = TUISession()
        session.begin()
        session.press(.down, .tab)
        #expect(session.screen.tab == .bookmarks)
        session.press(.backTab, .backTab)
        #expect(session.screen.tab == .toDos)
        session.press("1")
        #expect(session.position == "2 of 3")
        session.press("3")
        #expect(session.lines[0] == "No source has playlists yet.")
        session.press("4")
        #expect(session.lines[0] == "Nothing is downloaded yet. Press d to download the selected row.")
    }

    @Test("? shows every key that does something, and closes like any screen")
    func help() {
        var session = TUISession(rows: 60)
        session.begin()
        session.press("?")
        let text = session.lines.joined(separator: "\n")
        for binding in TUIKeys.bindings {
            #expect(text.contains(binding.keysText) && text.contains(binding.help))
        }
        #expect(text.contains("wheel") && text.contains("click"))
        session.press("?", .escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("what ends, stops or draws anew works wherever one types")
    func anywhere() {
        var session = TUISession()
        session.begin()
        session.forgetAsked()
        for opening in ["", "/", "a"] {
            session.type(opening)
            session.press(.control("c"), .control("z"), .control("l"))
        }
        let expected: [TUIEffect] = [.interrupt, .suspend, .redraw]
        #expect(session.asked.filter { expected.contains($0) } == expected + expected + expected)
        #expect(TUIKeys.intent(for: "q") == .quit)
    }

    @Test("r reads the sources again, once at a time, and tells how it went")
    func refresh() {
        var session = TUISession()
        session.begin()
        session.forgetAsked()
        session.press("r", .control("r"))
        #expect(session.asked == [.refresh])
        #expect(session.statusText == "The sources are being read already.")
        session.send(.refreshing(SyncProgressText(SyncProgress(source: "radio", count: 12_000), seconds: 1)))
        session.press(.up)
        #expect(session.statusText == "radio: 12,000 records, 12,000 a second")
        let failure = SourceFailure(.unreachable, address: "http://a", reason: "no route")
        session.send(
            .refreshed([
                SyncResultCellModel(SyncResult(source: "radio", summary: SyncSummary(), result: .failed(failure)))
            ]))
        #expect(session.statusText == "radio: no route")
        session.press("r")
        session.send(.refreshed([]))
        #expect(session.statusText == "There is no source yet. Add one: fermata source add http URL")
    }

    @Test("what is wrong with the library stays in sight until it is right again")
    func library() {
        var session = TUISession()
        session.begin()
        session.send(.libraryFailed("It was removed."))
        session.press(.down)
        #expect(session.statusText == "It was removed.")
        session.send(.libraryChanged)
        #expect(session.statusText == "Updated just now")
    }

    @Test("no key has two meanings")
    func keys() {
        let keys = TUIKeys.bindings.flatMap(\.actions).flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        for action in TUIKeys.bindings.flatMap(\.actions) {
            for key in action.keys { #expect(TUIKeys.intent(for: key) == action.intent) }
        }
    }
}
