import FermataDomain
import FermataPresentation
import Testing

@Suite("Messages, prompts, hints and text input in the TUI")
struct TUIStatusTests {
    private let song = TUISession.song(0, "Changes")

    @Test("marks problems and only problems in the status line")
    func marksProblems() {
        var session = TUISession.started()
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
        session.model = TUIModel(columns: 80, rows: 24, text: .plain, forms: [], notice: "The library is damaged.")
        session.start()
        #expect(session.screen.status == .text("The library is damaged.", isProblem: true, position: "1 of 3"))
        session.send(.downloadRemoved)
        #expect(session.screen.status == .text("The download was removed.", isProblem: false, position: "1 of 3"))
    }

    @Test("a row of a failed download is a problem")
    func reportsFailedDownload() {
        var session = TUISession.started()
        session.setDownload(of: song, to: .failed(.other("x")))
        guard case .text(let text, let isProblem, _)? = session.screen.status else {
            Issue.record("no status")
            return
        }
        #expect(text.hasPrefix("Cannot download ") && isProblem)
    }

    @Test("knows whether a prompt is shown")
    func knowsPrompt() {
        var session = TUISession.started(states: [song.id: .downloaded])
        #expect(!session.model.isPromptShown)
        session.press("d")
        #expect(session.model.isPromptShown)
        session.press("n")
        #expect(!session.model.isPromptShown)
    }

    @Test("ignores the tabs and the wheel while a prompt or a form is shown", arguments: [TUIKey.character("d"), "a"])
    func ignoresMouseDuringInput(key: TUIKey) {
        var session = TUISession.started(
            songs: (0..<100).map { "Song \($0)" }, states: [TUISession.song(0, "").id: .downloaded])
        session.press(key)
        let screen = session.screen
        session.send(.clickTab(.downloads), .wheel(3))
        #expect(session.screen == screen && session.screen.tab == .music)
        session.press(.escape)
        #expect(session.lines[0].contains("Song 0"))
    }

    @Test("ignores the tabs while text is searched")
    func ignoresTabsDuringSearch() {
        var session = TUISession.started()
        session.press("/")
        session.send(.clickTab(.downloads))
        #expect(session.screen.tab == .music && session.statusText == "/")
    }

    @Test("accepts text again after a to-do was rejected")
    func editsRejectedForm() {
        var session = TUISession.started()
        session.press(.function(6), "a")
        session.type("Carols")
        session.press(.control("s"), "!")
        #expect(session.lines[0] == "> title        Carols")
        session.send(.toDoRejected(ProblemModel(.storageFull, "The disk is full.")))
        session.clearRequested()
        session.press("!", .control("s"))
        #expect(session.lines[0] == "> title        Carols!")
        #expect(session.requested.contains { if case .addToDo = $0 { true } else { false } })
    }

    @Test("does not read the keys again after a change of the library, but a to-do")
    func readsDetailsAfterChange() throws {
        var session = TUISession.started(toDos: [ToDo(number: 1, item: try .gig())])
        session.press("?")
        session.clearRequested()
        session.send(.libraryChanged)
        #expect(session.loads.isEmpty)
        session.press(.escape, .function(6), .enter)
        session.clearRequested()
        session.send(.libraryChanged)
        #expect(session.loads.map(\.source) == [.toDoDetail(1)])
    }

    @Test("shows the details of a song without reading, and its bookmark once it is set")
    func showsBookmarkInDetails() {
        var session = TUISession.started()
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
        var session = TUISession.started()
        session.press("o")
        session.setDownload(of: song, to: .failed(.other("x")))
        #expect(session.lines[1] == "> Changes|failed: x|3:37")
        session.send(.libraryChanged)
        #expect(session.lines[1] == "> Changes|Hunky Dory|3:37")
    }

    @Test("closes the details of a to-do that is removed, and no others")
    func closesDetailsOfRemovedToDo() {
        var session = TUISession.started(toDos: [ToDo(number: 1, item: ToDoItem(title: "Low"))])
        session.press(.function(6), .enter)
        session.send(.toDoRemoved(2))
        #expect(session.screen.title == "Low")
        session.send(.toDoRemoved(1))
        #expect(session.screen.title == "To-dos")
    }

    @Test("opens a to-do for its details")
    func opensToDoForDetails() {
        var session = TUISession.started(toDos: [ToDo(number: 1, item: ToDoItem(title: "Low"))])
        session.press(.function(6), "i")
        #expect(session.screen.title == "Low" && session.loads.last?.source == .toDoDetail(1))
    }

    @Test("keeps the blank lines of a description")
    func keepsBlankLines() {
        var session = TUISession.started(toDos: [
            ToDo(number: 1, item: ToDoItem(title: "Low", description: "one\n\ntwo"))
        ])
        session.press(.function(6), .enter)
        let first = session.lines.firstIndex { $0.hasSuffix(" one") } ?? 0
        #expect(session.lines[first + 1].allSatisfy { $0 == " " } && session.lines[first + 2].hasSuffix(" two"))
    }

    @Test("shows for which sources changes still wait")
    func showsWaitingChanges() {
        var session = TUISession.started()
        session.send(.changesDelivered(waiting: ["One waits.", "Two wait."]))
        #expect(session.screen.status == .text("One waits. Two wait.", isProblem: false, position: "1 of 3"))
        session.send(.changesDelivered(waiting: []))
        #expect(session.statusText == "One waits. Two wait.")
    }

    @Test("offers the actions of a song")
    func offersActionsOfSong() {
        var session = TUISession.started(columns: 200)
        #expect(
            session.screen.hints
                == "? keys  q quit  Enter play  A queue  / search  o artist  b bookmark  V select  y playlist  i details  "
                + "d download  s sort")
        session.press("i")
        #expect(
            session.screen.hints
                == "? keys  q quit  p play  A queue  Esc back  o artist  b bookmark  y playlist  L lyrics  d download"
        )
    }

    @Test("offers to open and check an open to-do, and only to uncheck a done one")
    func offersActionsOfToDo() throws {
        var session = TUISession(columns: 200)
        session.toDos = [
            ToDo(number: 1, item: try .gig()), ToDo(number: 2, item: ToDoItem(title: "Heroes"), isDone: true),
        ]
        session.start()
        session.press(.function(6))
        #expect(session.screen.hints == "? keys  q quit  Enter open  x remove  a add  c check  e edit")
        session.press(.down)
        #expect(session.screen.hints == "? keys  q quit  x remove  a add  c uncheck  e edit")
        session.press(.up, .enter)
        #expect(session.screen.hints == "? keys  q quit  Esc back  x remove  c check  e edit")
    }

    @Test(
        "offers nothing for rows of an empty list",
        arguments: [(3, "/ search  s sort"), (4, "a add  / search"), (6, "a add")])
    func offersNothingForEmptyList(tab: Int, remaining: String) {
        var session = TUISession.started(songs: [], columns: 200)
        session.press(.function(tab))
        #expect(session.screen.hints == "? keys  q quit  " + remaining)
        session.press(.function(5))
        #expect(session.screen.hints == "? keys  q quit")
    }

    @Test("offers to remove a download, and the actions of its song")
    func offersActionsOfDownload() {
        var session = TUISession.started(
            columns: 200, downloads: [Download(music: TUISession.song(0, "Changes"), state: .waiting)])
        session.press(.function(5))
        #expect(
            session.screen.hints
                == "? keys  q quit  Enter play  A queue  x remove  o artist  b bookmark  y playlist  i details  "
                + "d download")
    }

    @Test("the keys of bookmark, download and play say what they do with the selected song")
    func offersActionsOfState() {
        var session = TUISession(columns: 200)
        var song = TUISession.song(0, "Changes", isBookmarked: true)
        session.start()
        session.send(.bookmarkSet(MusicCellModel(song)))
        #expect(session.screen.hints?.contains("b unbookmark  V select") == true)
        session.press("b")
        #expect(session.screen.hints?.contains("b bookmark  V select") == true)
        session.states[song.id] = .downloaded
        session.send(.libraryChanged)
        #expect(session.screen.hints?.hasSuffix("d remove download  s sort") == true)
        session.press("i")
        #expect(session.screen.hints?.contains("L lyrics  d remove download") == true)
        song.audioURL = nil
        session.downloads = [Download(music: song, state: .failed(.status(404)))]
        session.press(.escape, .function(5))
        #expect(session.screen.hints?.hasSuffix("y playlist  i details  d remove download") == true)
        session.downloads = [Download(music: song, state: .downloading(fraction: 0.5))]
        session.send(.libraryChanged)
        #expect(session.screen.hints?.hasSuffix("x remove  o artist  b bookmark  y playlist  i details") == true)
    }

    @Test("offers the usual actions while rows are loading")
    func offersUsualActionsWhileLoading() {
        var session = TUISession.started(columns: 200, repliesAtOnce: false)
        let usual =
            "? keys  q quit  Enter play  A queue  / search  o artist  b bookmark  y playlist  i details  d download  "
            + "s sort"
        #expect(session.screen.hints == usual)
        session.press(.function(5))
        #expect(
            session.screen.hints
                == "? keys  q quit  Enter play  A queue  x remove  o artist  b bookmark  y playlist  i details  "
                + "d download")
        session.press(.function(6))
        #expect(session.screen.hints == "? keys  q quit  Enter open  x remove  a add  c check  e edit")
    }

    @Test("offers only what a row of an artist page can do")
    func offersActionsOfArtistRow() {
        var session = TUISession.started(columns: 200)
        session.press("o")
        let song =
            "? keys  q quit  Enter play  A queue  Esc back  b bookmark  V select  y playlist  i details  "
            + "d download  s sort"
        #expect(session.screen.hints == song)
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let related = RelatedArtist(artist: Artist(name: "Lou Reed", trackCount: 1), sharedPlaylists: 1, closeness: 1)
        let message = MessageCellModel(.empty, of: .playlists, "No playlists.")
        let rows: [ArtistCellModel] = [.relatedArtist(RelatedArtistCellModel(related)), .message(message)]
        for load in session.loads.suffix(1) {
            session.send(.loaded(load, .allRows(rows.map(TUIRow.artist), freshness: nil)))
        }
        #expect(session.screen.hints == "? keys  q quit  Enter open  Esc back  b bookmark  s sort")
        session.press(.down)
        #expect(session.screen.hints == "? keys  q quit  Esc back  s sort")
    }

    @Test("offers the keys of prompts, searches, forms and help")
    func offersKeysOfInput() {
        var session = TUISession.started()
        session.press("/")
        #expect(session.screen.hints == "Enter done  Esc cancel")
        session.press(.escape, "?")
        #expect(session.screen.hints == "q quit  Esc back")
        session.press(.escape, "a")
        #expect(session.screen.hints == "Tab next field  Ctrl-S save  Esc cancel")
        session.type("x")
        session.press(.escape)
        #expect(session.screen.hints == "y yes  n no")
    }
}
