import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Undo in the TUI")
struct TUIUndoTests {
    @Test("u undoes the last change, says what it was, and reads the rows again")
    func undoes() {
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

    @Test("u is a letter while a search is typed")
    func typesInSearch() {
        var session = TUISession()
        session.start()
        session.press("/")
        session.type("u")
        #expect(!session.requested.contains(.undo))
    }
}
