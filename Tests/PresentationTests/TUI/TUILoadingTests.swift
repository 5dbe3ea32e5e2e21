import FermataDomain
import FermataPresentation
import Testing

@Suite("Loading in the TUI")
struct TUILoadingTests {
    private let song = TUISession.song(0, "Changes")

    @Test("shows blank lines for rows that are not loaded yet")
    func showsBlankLines() {
        var session = TUISession.started(songs: (0..<1_000).map { "Song \($0)" })
        session.repliesAtOnce = false
        session.press("G")
        #expect(session.screen.lines == Array(repeating: .blank, count: 19))
        session.send(.click(line: 0))
        #expect(session.position == "982 of 1,000")
        session.reply()
        #expect(session.selectedLine?.contains("Song 981") == true)
    }

    @Test("shows no problem and no text in the status line before anything is known")
    func showsEmptyStatus() {
        var session = TUISession.started(repliesAtOnce: false)
        session.press(.function(5))
        #expect(session.screen.status == .text("Loading…", isProblem: false, position: ""))
        if let load = session.loads.last { session.reply(.load(load)) }
        #expect(session.screen.status == .text("", isProblem: false, position: ""))
    }

    @Test("reads a to-do again, and a list for the first time")
    func distinguishesReloads() throws {
        var session = TUISession.started(toDos: [ToDo(number: 1, item: try .gig())])
        session.clearRequested()
        session.press(.function(6), .enter)
        #expect(session.loads.first?.isReload == false)
        #expect(session.loads.last?.source == .toDoDetail(1) && session.loads.last?.isReload == true)
    }

    @Test("keeps the state of a download when rows arrive for a closed page")
    func ignoresRowsOfClosedPage() throws {
        var session = TUISession.started()
        session.holdReplies()
        session.press("o")
        let load = try #require(session.loads.last)
        session.press("h")
        session.setDownload(of: song, to: .failed(.other("x")))
        session.reply(.load(load))
        #expect(session.lines[0] == "> Changes|David Bowie|Hunky Dory|failed")
    }

    @Test("counts at least the loaded rows of a list that grew")
    func countsLoadedRows() {
        var session = TUISession.started(songs: (0..<100).map { "Song \($0)" })
        session.repliesAtOnce = false
        session.songs = (0..<1_000).map { "Song \($0)" }
        session.clearRequested()
        session.send(.libraryChanged)
        if let load = session.loads.first { session.reply(.load(load)) }
        #expect(session.position == "1 of 219")
        session.reply()
        #expect(session.position == "1 of 1,000")
    }

    @Test("counts no row of an empty list")
    func countsNoRow() {
        var session = TUISession.started(songs: [], repliesAtOnce: false)
        session.reply(session.requested[0])
        let replies = session.outstanding
        for effect in replies { session.reply(effect) }
        #expect(replies.count == 1 && session.position == "" && session.outstanding.isEmpty)
    }

    @Test("counts the loaded rows if the count is lower")
    func countsLoadedRowsAtLeast() {
        var session = TUISession.started(repliesAtOnce: false)
        session.reply(session.requested[0])
        session.songs = ["Changes"]
        for effect in session.outstanding { if case .count = effect { session.reply(effect) } }
        #expect(session.position == "1 of 3")
    }

    @Test(
        "the details of a song are read only if several sources state them",
        arguments: [([], false), (["radio"], false), (["radio", "home"], true)] as [([String], Bool)])
    func readsRecords(sources: [String], areRead: Bool) {
        var song = TUISession.song(0, "Changes")
        song.sources = sources
        var session = TUISession.started(downloads: [Download(music: song, state: .downloaded, received: 1)])
        session.press(.function(5))
        session.clearRequested()
        session.press("i")
        #expect(session.loads.map(\.source) == (areRead ? [.musicDetail(song.id)] : []))
    }

    @Test(
        "loads further rows at once if those being loaded do not include all visible ones",
        arguments: [(200, []), (201, [Window(offset: 1, limit: 419)])] as [(Int, [Window])])
    func loadsVisibleRowsAtOnce(step: Int, windows: [Window]) {
        var session = TUISession.started(songs: (0..<1_000).map { "Song \($0)" })
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        session.clearRequested()
        session.send(.wheel(step))
        #expect(session.loads.map(\.window) == windows)
    }

    @Test("knows the number of rows once the last ones are loaded")
    func knowsNumberOfRows() {
        var session = TUISession.started(songs: (0..<450).map { "Song \($0)" }, repliesAtOnce: false)
        session.reply(session.requested[0])
        for (step, position) in [(0, "1 of many"), (101, "102 of many"), (150, "252 of 450")] {
            session.send(.wheel(step))
            for effect in session.outstanding { if case .load = effect { session.reply(effect) } }
            #expect(session.position == position)
        }
    }

    @Test("moves before rows that no longer exist")
    func movesBeforeMissingRows() {
        var session = TUISession.started(songs: (0..<1_000).map { "Song \($0)" })
        session.press(.end)
        session.repliesAtOnce = false
        session.songs = ["Song 0", "Song 1"]
        session.clearRequested()
        session.send(.libraryChanged)
        session.reply(.load(session.loads[0]))
        #expect(session.position == "781 of 781")
    }

    @Test("selects the last row if the count is lower than the selection")
    func selectsLastCountedRow() {
        var session = TUISession.started(songs: (0..<1_000).map { "Song \($0)" })
        session.repliesAtOnce = false
        session.songs.removeLast(300)
        session.send(.libraryChanged)
        session.press("G")
        for effect in session.outstanding { if case .count = effect { session.reply(effect) } }
        #expect(session.position == "700 of 700")
    }

    @Test("counts without a removed row, and keeps a row selected")
    func countsWithoutRemovedRow() {
        var session = TUISession()
        session.toDos = (1...300).map { ToDo(number: $0, item: ToDoItem(title: "T\($0)")) }
        session.start()
        session.press(.function(6), .down)
        session.toDos.removeFirst()
        session.send(.toDoRemoved(1))
        #expect(session.position == "1 of 299" && session.selectedLine == "> 2|T2")
        session.press(.end)
        session.send(.toDoRemoved(300))
        #expect(session.position == "298 of 298" && session.selectedLine == "> 299|T299")
    }

    private static let reason = "Another program is changing the library. Try again later."
    private static let problem = ProblemModel(
        .busy, "Another program is changing the library.", hint: "Try again later.")

    @Test(
        "shows why a list failed to load until a key retries it",
        arguments: [TUIKey.down, "b"])
    func retriesFailedListOnKey(key: TUIKey) {
        var session = TUISession.started(repliesAtOnce: false)
        session.send(.loadFailed(session.loads[0], Self.problem))
        #expect(session.statusText == Self.reason)
        session.send(.downloadRemoved, .resized(columns: 80, rows: 24))
        #expect(session.loads.count == 1)
        session.press(key)
        #expect(session.statusText == "Loading…")
        #expect(session.loads.count == 2)
        session.send(.loadFailed(session.loads[1], Self.problem))
        #expect(session.statusText == Self.reason)
        session.press(key)
        session.reply()
        #expect(session.selectedLine?.contains("Changes") == true)
    }

    @Test("shows a failed load before sync progress and library problems")
    func showsLoadFailureFirst() {
        var session = TUISession.started(repliesAtOnce: false)
        session.send(.syncProgressed(SyncProgressText(SyncProgress(source: "radio", count: 1), seconds: 1)))
        session.send(
            .loadFailed(session.loads[0], Self.problem), .libraryFailed(ProblemModel(.unexpected, "It was removed.")))
        #expect(session.statusText == Self.reason)
    }

    @Test("retries a failed list when its tab is shown again")
    func retriesWhenShownAgain() {
        var session = TUISession.started(repliesAtOnce: false)
        session.press(.function(3))
        session.send(.loadFailed(session.loads[0], Self.problem))
        #expect(session.statusText == "Loading…")
        session.clearRequested()
        session.press(.function(1))
        #expect(session.loads.map(\.source) == [.music(MusicQuery())])
    }

    @Test("keeps the rows of a failed reload and retries on the next key")
    func keepsRowsOfFailedReload() {
        var session = TUISession.started()
        session.holdReplies()
        session.songs = ["Low"]
        session.send(.libraryChanged)
        session.send(.loadFailed(session.loads[0], Self.problem))
        #expect(session.lines[0].contains("Changes") && session.statusText == Self.reason)
        session.press("?", .escape)
        session.reply()
        #expect(session.lines[0].contains("Low"))
    }

    @Test("retries a failed to-do on the next key")
    func retriesFailedToDo() throws {
        var session = TUISession.started(toDos: [ToDo(number: 1, item: try .gig())])
        session.press(.function(6))
        session.holdReplies()
        session.press(.enter)
        session.send(.loadFailed(session.loads[0], Self.problem))
        #expect(session.statusText == Self.reason && session.loads.count == 1)
        session.press(.down)
        session.reply()
        #expect(session.screen.title == "Carols")
    }

    @Test("retries a failed count and then moves to the end")
    func retriesFailedCount() {
        var session = TUISession.started(songs: (0..<500).map { "Song \($0)" }, repliesAtOnce: false)
        session.reply(session.requested[0])
        guard case .count(let load)? = session.requested.last else {
            Issue.record("\(session.requested)")
            return
        }
        session.send(.loadFailed(load, Self.problem))
        #expect(session.statusText == Self.reason)
        session.press("G")
        session.reply()
        #expect(session.position == "500 of 500")
    }

    @Test("shows a failed search while typing and searches the next letter")
    func showsFailedSearch() {
        var session = TUISession.started()
        session.holdReplies()
        session.type("/F")
        session.send(.loadFailed(session.loads[0], Self.problem))
        #expect(session.statusText == "/F")
        #expect(session.lines.last == Self.reason)
        session.type("a")
        session.reply()
        #expect(session.lines.filter { !$0.isEmpty } == ["> Fame|David Bowie|Hunky Dory|3:37"])
    }
}
