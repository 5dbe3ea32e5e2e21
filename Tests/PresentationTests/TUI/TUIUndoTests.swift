import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Undo in the TUI")
struct TUIUndoTests {
    @Test("u undoes the last change, says what it was, and reads the rows again")
    func undoesLastChange() {
        var session = TUISession()
        session.start()
        session.clearRequested()
        session.press("u")
        #expect(session.requested == [.undo])
        let song = TUISession.song(0, "Changes")
        let change = UndoableChange(.bookmark, made: Date(timeIntervalSince1970: 0), .song(song))
        session.clearRequested()
        session.send(.undone(UndoableChangeCellModel(change, now: Date(timeIntervalSince1970: 1))))
        #expect(session.statusText == "Undone: bookmarked “Changes” by David Bowie.")
        #expect(session.requested.contains { if case .load = $0 { true } else { false } })
    }

    @Test("an undone bookmark stays undone when rows arrive that were requested earlier")
    func forgetsUndoneBookmark() throws {
        var session = TUISession()
        session.start()
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let load = try #require(session.loads.last)
        let song = TUISession.song(0, "Changes", isBookmarked: true)
        session.send(.bookmarkSet(MusicCellModel(song)))
        let change = UndoableChange(.bookmark, made: Date(timeIntervalSince1970: 0), .song(song))
        session.send(.undone(UndoableChangeCellModel(change, now: Date(timeIntervalSince1970: 1))))
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
        session.press("5")
        session.change(1, isDone: true)
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let load = try #require(session.loads.last)
        let change = UndoableChange(.check, made: Date(timeIntervalSince1970: 0), .toDo(toDos[0]))
        session.send(.undone(UndoableChangeCellModel(change, now: Date(timeIntervalSince1970: 1))))
        session.reply(.load(load))
        session.toDos = toDos
        session.reply()
        #expect(session.selectedLine == "> 1|T1")
    }

    @Test("u selects the row whose change it undoes, unless the user moves on")
    func selectsRestoredRow() {
        var session = TUISession(songs: ["Changes", "Fame", "Heroes", "Starman"])
        session.start()
        let change = UndoableChange(
            .bookmark, made: Date(timeIntervalSince1970: 0), .song(TUISession.song(2, "Heroes")))
        let undone = TUIEvent.undone(UndoableChangeCellModel(change, now: Date(timeIntervalSince1970: 1)))
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

    @Test("u is a letter while a search is typed")
    func typesInSearch() {
        var session = TUISession()
        session.start()
        session.press("/")
        session.type("u")
        #expect(!session.requested.contains(.undo))
    }

    @Test("u scrolls to the row whose change it undoes")
    func scrollsToRestoredRow() {
        var session = TUISession(songs: (0..<100).map { "Song \($0)" })
        session.start()
        let change = UndoableChange(
            .bookmark, made: Date(timeIntervalSince1970: 0), .song(TUISession.song(50, "Song 50")))
        session.send(.undone(UndoableChangeCellModel(change, now: Date(timeIntervalSince1970: 1))))
        #expect(session.selectedLine?.hasPrefix("> Song 50|") == true)
    }
}
