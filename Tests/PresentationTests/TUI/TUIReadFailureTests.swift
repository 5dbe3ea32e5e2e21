import FermataDomain
import FermataPresentation
import Testing

@Suite("What could not be read")
struct TUIReadFailureTests {
    private static let reason = "Another program is changing the library."

    @Test(
        "a list that could not be read says so until a key is pressed, whichever, and is then read again",
        arguments: [TUIKey.down, "b"])
    func list(key: TUIKey) {
        var session = TUISession()
        session.answersAtOnce = false
        session.begin()
        session.send(.loadFailed(session.loads[0], Self.reason))
        #expect(session.statusText == Self.reason)
        session.send(.told("The download is removed."), .resized(columns: 80, rows: 24))
        #expect(session.loads.count == 1)
        session.press(key)
        #expect(session.statusText == "Loading…")
        #expect(session.loads.count == 2)
        session.send(.loadFailed(session.loads[1], Self.reason))
        #expect(session.statusText == Self.reason)
        session.press(key)
        session.answer()
        #expect(session.selectedLine?.contains("Changes") == true)
    }

    @Test("it is told before how a refresh comes on, and before what is wrong with the whole library")
    func first() {
        var session = TUISession()
        session.answersAtOnce = false
        session.begin()
        session.send(.refreshing(SyncProgressText(SyncProgress(source: "radio", count: 1), seconds: 1)))
        session.send(.loadFailed(session.loads[0], Self.reason), .libraryFailed("It was removed."))
        #expect(session.statusText == Self.reason)
    }

    @Test("one that failed while another screen was seen is read again when it is seen")
    func away() {
        var session = TUISession()
        session.answersAtOnce = false
        session.begin()
        session.press("2")
        session.send(.loadFailed(session.loads[0], Self.reason))
        #expect(session.statusText == "Loading…")
        session.forgetAsked()
        session.press("1")
        #expect(session.loads.map(\.source) == [.music(MusicQuery())])
    }

    @Test("rows that could not be read anew stay, and are read anew with the next key")
    func reload() {
        var session = TUISession()
        session.begin()
        session.answersAtOnce = false
        session.forgetAsked()
        session.songs = ["Low"]
        session.send(.libraryChanged)
        session.send(.loadFailed(session.loads[0], Self.reason))
        #expect(session.lines[0].contains("Changes") && session.statusText == Self.reason)
        session.press("?", .escape)
        session.answer()
        #expect(session.lines[0].contains("Low"))
    }

    @Test("a to-do that could not be read is read again with the next key")
    func detail() throws {
        var session = TUISession()
        session.toDos = [ToDo(number: 1, item: try .gig())]
        session.begin()
        session.press("5")
        session.answersAtOnce = false
        session.forgetAsked()
        session.press(.enter)
        session.send(.loadFailed(session.loads[0], Self.reason))
        #expect(session.statusText == Self.reason && session.loads.count == 1)
        session.press(.down)
        session.answer()
        #expect(session.screen.title == "Carols")
    }

    @Test("a number of rows that could not be read is asked for again, and the end is gone to")
    func count() {
        var session = TUISession(songs: (0..<500).map { "Song \($0)" })
        session.answersAtOnce = false
        session.begin()
        session.answer(session.asked[0])
        guard case .count(let load)? = session.asked.last else {
            Issue.record("\(session.asked)")
            return
        }
        session.send(.loadFailed(load, Self.reason))
        #expect(session.statusText == Self.reason)
        session.press("G")
        session.answer()
        #expect(session.position == "500 of 500")
    }

    @Test("a search that fails says so while one types, and the next letter is searched for")
    func search() {
        var session = TUISession()
        session.begin()
        session.answersAtOnce = false
        session.forgetAsked()
        session.type("/F")
        session.send(.loadFailed(session.loads[0], Self.reason))
        #expect(session.statusText == "/F")
        #expect(session.lines.last == Self.reason)
        session.type("a")
        session.answer()
        #expect(session.lines.filter { !$0.isEmpty } == ["> Fame|David Bowie|Hunky Dory|3:37"])
    }
}
