import FermataDomain
import FermataPresentation
import Testing

@Suite("Failed reads in the TUI")
struct TUIReadFailureTests {
    private static let reason = "Another program is changing the library. Try again later."
    private static let problem = ProblemModel(
        .busy, "Another program is changing the library.", hint: "Try again later.")

    @Test(
        "shows why a list failed to load until a key retries it",
        arguments: [TUIKey.down, "b"])
    func retriesFailedListOnKey(key: TUIKey) {
        var session = TUISession()
        session.repliesAtOnce = false
        session.start()
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
        var session = TUISession()
        session.repliesAtOnce = false
        session.start()
        session.send(.syncProgressed(SyncProgressText(SyncProgress(source: "radio", count: 1), seconds: 1)))
        session.send(
            .loadFailed(session.loads[0], Self.problem), .libraryFailed(ProblemModel(.unexpected, "It was removed.")))
        #expect(session.statusText == Self.reason)
    }

    @Test("retries a failed list when its tab is shown again")
    func retriesWhenShownAgain() {
        var session = TUISession()
        session.repliesAtOnce = false
        session.start()
        session.press("2")
        session.send(.loadFailed(session.loads[0], Self.problem))
        #expect(session.statusText == "Loading…")
        session.clearRequested()
        session.press("1")
        #expect(session.loads.map(\.source) == [.music(MusicQuery())])
    }

    @Test("keeps the rows of a failed reload and retries on the next key")
    func keepsRowsOfFailedReload() {
        var session = TUISession()
        session.start()
        session.repliesAtOnce = false
        session.clearRequested()
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
        var session = TUISession()
        session.toDos = [ToDo(number: 1, item: try .gig())]
        session.start()
        session.press("5")
        session.repliesAtOnce = false
        session.clearRequested()
        session.press(.enter)
        session.send(.loadFailed(session.loads[0], Self.problem))
        #expect(session.statusText == Self.reason && session.loads.count == 1)
        session.press(.down)
        session.reply()
        #expect(session.screen.title == "Carols")
    }

    @Test("retries a failed count and then moves to the end")
    func retriesFailedCount() {
        var session = TUISession(songs: (0..<500).map { "Song \($0)" })
        session.repliesAtOnce = false
        session.start()
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
        var session = TUISession()
        session.start()
        session.repliesAtOnce = false
        session.clearRequested()
        session.type("/F")
        session.send(.loadFailed(session.loads[0], Self.problem))
        #expect(session.statusText == "/F")
        #expect(session.lines.last == Self.reason)
        session.type("a")
        session.reply()
        #expect(session.lines.filter { !$0.isEmpty } == ["> Fame|David Bowie|Hunky Dory|3:37"])
    }
}
