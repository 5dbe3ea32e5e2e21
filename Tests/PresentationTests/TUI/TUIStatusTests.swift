import FermataDomain
import FermataPresentation
import Testing

@Suite("Messages, prompts and text input in the TUI")
struct TUIStatusTests {
    private let song = TUISession.song(0, "Changes")

    @Test("marks problems and only problems in the status line")
    func marksProblems() {
        var session = TUISession()
        session.start()
        #expect(session.screen.status == .text("Updated just now", isProblem: false, position: "1 of 3"))
        session.send(.problem(ProblemModel(.unexpected, "It broke.")))
        #expect(session.screen.status == .text("It broke.", isProblem: true, position: "1 of 3"))
        session.send(.downloadRemoved)
        #expect(session.screen.status == .text("The download was removed.", isProblem: false, position: "1 of 3"))
        session.press("r")
        session.send(.syncProgressed(SyncProgressText(SyncProgress(source: "radio", count: 1), seconds: 1)))
        guard case .text(let text, let isProblem, _)? = session.screen.status else {
            Issue.record("no status")
            return
        }
        #expect(text.contains("radio") && !isProblem)
    }

    @Test("asks to repeat a change that was not stored when the program ended")
    func reportsUnstoredChange() {
        let problem = ProblemModel(UnstoredChangeError())
        #expect(problem.kind == .incomplete)
        #expect(problem.text == "The last change was not stored in time. Make it again.")
    }

    @Test("shows a notice from the start, until another message replaces it")
    func showsNotice() {
        var session = TUISession()
        session.model = TUIModel(columns: 80, rows: 24, text: .plain, notice: "The library is damaged.")
        session.start()
        #expect(session.screen.status == .text("The library is damaged.", isProblem: true, position: "1 of 3"))
        session.send(.downloadRemoved)
        #expect(session.screen.status == .text("The download was removed.", isProblem: false, position: "1 of 3"))
    }

    @Test("a row of a failed download is a problem")
    func reportsFailedDownload() {
        var session = TUISession()
        session.start()
        session.send(
            .downloadChanged(DownloadCellModel(Download(music: song, state: .failed(.other("x"))), for: .user)))
        guard case .text(let text, let isProblem, _)? = session.screen.status else {
            Issue.record("no status")
            return
        }
        #expect(text.hasPrefix("Cannot download ") && isProblem)
    }

    @Test("knows whether a prompt is shown")
    func knowsPrompt() {
        var session = TUISession()
        session.states = [song.id: .downloaded]
        session.start()
        #expect(!session.model.isPromptShown)
        session.press("d")
        #expect(session.model.isPromptShown)
        session.press("n")
        #expect(!session.model.isPromptShown)
    }

    @Test("ignores the tabs and the wheel while a prompt or a form is shown", arguments: [TUIKey.character("d"), "a"])
    func ignoresMouseDuringInput(key: TUIKey) {
        var session = TUISession(songs: (0..<100).map { "Song \($0)" })
        session.states = [TUISession.song(0, "").id: .downloaded]
        session.start()
        session.press(key)
        let screen = session.screen
        session.send(.clickTab(.downloads), .wheel(3))
        #expect(session.screen == screen && session.screen.tab == .music)
        session.press(.escape)
        #expect(session.lines[0].contains("Song 0"))
    }

    @Test("ignores the tabs while text is searched")
    func ignoresTabsDuringSearch() {
        var session = TUISession()
        session.start()
        session.press("/")
        session.send(.clickTab(.downloads))
        #expect(session.screen.tab == .music && session.statusText == "/")
    }

    @Test("accepts text again after a to-do was rejected")
    func editsRejectedForm() {
        var session = TUISession()
        session.start()
        session.press("5", "a")
        session.type("Carols")
        session.press(.control("s"), "!")
        #expect(session.lines[0] == "> title        Carols")
        session.send(.toDoRejected(ProblemModel(.storageFull, "The disk is full.")))
        session.clearRequested()
        session.press("!", .control("s"))
        #expect(session.lines[0] == "> title        Carols!")
        #expect(session.requested.contains { if case .addToDo = $0 { true } else { false } })
    }

    @Test("has no position before the first rows are loaded")
    func hasNoPositionBeforeRows() {
        var session = TUISession()
        session.repliesAtOnce = false
        session.start()
        #expect(session.position == "" && session.statusText == "Loading…")
    }

    @Test("does not read the keys again after a change of the library, but a to-do")
    func readsDetailsAfterChange() throws {
        var session = TUISession()
        session.toDos = [ToDo(number: 1, item: try .gig())]
        session.start()
        session.press("?")
        session.clearRequested()
        session.send(.libraryChanged)
        #expect(session.loads.isEmpty)
        session.press(.escape, "5", .enter)
        session.clearRequested()
        session.send(.libraryChanged)
        #expect(session.loads.map(\.source) == [.toDoDetail(1)])
    }

    @Test("shows why an empty form cannot be saved below its field")
    func explainsEmptyForm() {
        var session = TUISession()
        session.start()
        session.press("5", "a", .control("s"))
        #expect(session.statusText == "A to-do needs a title.")
        #expect(session.lines[1] == "             A to-do needs a title.")
        #expect(!session.requested.contains { if case .addToDo = $0 { true } else { false } })
    }

    @Test("shows the details of a song without reading, and its bookmark once it is set")
    func showsBookmarkInDetails() {
        var session = TUISession()
        session.start()
        session.clearRequested()
        session.press("i")
        #expect(session.loads.isEmpty)
        let lines = session.lines
        var (other, same) = (TUISession.song(1, "Fame"), song)
        (other.isBookmarked, same.isBookmarked) = (true, true)
        session.send(.bookmarkSet(MusicCellModel(other)))
        #expect(session.screen.title == "Changes" && session.lines == lines)
        session.send(.bookmarkSet(MusicCellModel(same)))
        #expect(session.screen.title == "Changes" && session.lines != lines)
    }

    @Test("drops a failed download once the tracks of its artist are read again")
    func dropsFailureOfReadTrack() {
        var session = TUISession()
        session.start()
        session.press(.enter)
        session.send(
            .downloadChanged(DownloadCellModel(Download(music: song, state: .failed(.other("x"))), for: .user)))
        #expect(session.lines[0] == "> Changes|failed: x|3:37")
        session.send(.libraryChanged)
        #expect(session.lines[0] == "> Changes|Hunky Dory|3:37")
    }

    @Test("closes the details of a to-do that is removed, and no others")
    func closesDetailsOfRemovedToDo() {
        var session = TUISession()
        session.toDos = [ToDo(number: 1, item: ToDoItem(title: "Low"))]
        session.start()
        session.press("5", .enter)
        session.send(.toDoRemoved(2))
        #expect(session.screen.title == "Low")
        session.send(.toDoRemoved(1))
        #expect(session.screen.title == "To-dos")
    }

    @Test("opens a to-do for its details")
    func opensToDoForDetails() {
        var session = TUISession()
        session.toDos = [ToDo(number: 1, item: ToDoItem(title: "Low"))]
        session.start()
        session.press("5", "i")
        #expect(session.screen.title == "Low" && session.loads.last?.source == .toDoDetail(1))
    }

    @Test("keeps the blank lines of a description")
    func keepsBlankLines() {
        var session = TUISession()
        session.toDos = [ToDo(number: 1, item: ToDoItem(title: "Low", description: "one\n\ntwo"))]
        session.start()
        session.press("5", .enter)
        let first = session.lines.firstIndex { $0.hasSuffix(" one") } ?? 0
        #expect(session.lines[first + 1].allSatisfy { $0 == " " } && session.lines[first + 2].hasSuffix(" two"))
    }

    @Test("shows for which sources changes still wait")
    func showsWaitingChanges() {
        var session = TUISession()
        session.start()
        session.send(.changesDelivered(waiting: ["One waits.", "Two wait."]))
        #expect(session.screen.status == .text("One waits. Two wait.", isProblem: false, position: "1 of 3"))
        session.send(.changesDelivered(waiting: []))
        #expect(session.statusText == "One waits. Two wait.")
    }
}
