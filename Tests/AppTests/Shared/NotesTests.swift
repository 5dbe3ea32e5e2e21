import Synchronization
import Testing
import FermataApp

@Suite("Messages to the person who runs the program")
struct NotesTests {
    private final class Messages: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock(\.self) }

        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    @Test("go to the screen that covers the terminal, otherwise to the console")
    func redirectsToScreen() {
        let (console, screen) = (Messages(), Messages())
        let notes = Notes(show: console.add)
        notes.note("before")
        notes.redirect(to: screen.add)
        notes.note("first")
        notes.note("second")
        notes.redirect(to: nil)
        notes.note("after")
        #expect(console.all == ["before", "after"])
        #expect(screen.all == ["first", "second"])
    }

    @Test("go to the latest of several screens")
    func redirectsToLatestScreen() {
        let (console, screens) = (Messages(), [Messages(), Messages()])
        let notes = Notes(show: console.add)
        for screen in screens { notes.redirect(to: screen.add) }
        notes.note("text")
        #expect(screens.map(\.all) == [[], ["text"]] && console.all.isEmpty)
    }
}
