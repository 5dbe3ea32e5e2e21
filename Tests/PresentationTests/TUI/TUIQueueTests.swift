import FermataDomain
import FermataPresentation
import Testing

@Suite("The queue in the TUI")
struct TUIQueueTests {
    private func session() -> TUISession {
        var session = TUISession()
        session.queue = ["Changes", "Fame", "Heroes"].enumerated().map { number, title in
            QueuedSong(number: number + 3, song: TUISession.song(number, title), isCurrent: number == 1)
        }
        session.start()
        session.send(TUIPlayerTests.changed())
        session.press("Q")
        session.clearRequested()
        return session
    }

    @Test("Q shows the queue and marks the current song")
    func showsQueue() {
        var session = session()
        #expect(session.screen.title == "Queue" && session.position == "1 of 3")
        #expect(
            session.lines.prefix(4) == [
                "> 3|Changes|David Bowie|3:37", "  ▶|4|Fame|David Bowie|3:37", "  5|Heroes|David Bowie|3:37", "",
            ])
        #expect(
            session.screen.hints
                == "? keys  q quit  Enter play  i details  Esc back  b bookmark  d download  P pause  x remove")
        session.press("Q", .escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("Enter and p play the selected entry", arguments: [.enter, "p"] as [TUIKey])
    func playsEntry(key: TUIKey) {
        var session = session()
        session.press(.down, .down, key)
        #expect(session.requested == [.player(.playEntry(number: 5))])
    }

    @Test("x removes the selected entry without a question, and A adds its song again")
    func changesQueue() {
        var session = session()
        session.press(.down, "x")
        #expect(session.requested == [.player(.removeEntry(number: 4))] && !session.model.isPromptShown)
        session.press("A")
        #expect(session.requested.last == .player(.add([TUISession.song(1, "").id])))
    }

    @Test("an empty queue says how to play; Enter and x do nothing there")
    func showsEmptyQueue() {
        var session = TUISession()
        session.start()
        session.press("Q")
        session.clearRequested()
        #expect(session.lines.first == "The queue is empty.")
        session.press(.enter, "x", "p", "A", "b")
        #expect(session.requested == [])
        #expect(session.screen.hints == "? keys  q quit  Esc back")
    }

    @Test("reads the rows again when the queue changes, but not while a song plays on")
    func readsChangedQueue() {
        var session = session()
        session.send(TUIPlayerTests.changed(at: 84), TUIPlayerTests.changed(.paused, at: 84))
        #expect(session.loads == [])
        session.queue.removeFirst()
        session.send(TUIPlayerTests.changed(queue: PlaybackFixture.queue(at: 1)))
        #expect(session.loads.map(\.source) == [.queue] && session.position == "1 of 2")
        #expect(session.selectedLine == "> ▶|4|Fame|David Bowie|3:37")
    }

    @Test("b bookmarks the song of an entry, and removes the bookmark the next time")
    func bookmarksEntry() {
        var session = session()
        session.press("b")
        var song = TUISession.song(0, "Changes")
        #expect(session.requested == [.setBookmark(true, of: MusicCellModel(song))])
        song.isBookmarked = true
        session.send(.bookmarkSet(MusicCellModel(song)))
        session.press("b")
        #expect(session.requested.last == .setBookmark(false, of: MusicCellModel(song)))
        #expect(session.lines.first == "> 3|Changes|David Bowie|3:37")
    }

    @Test("i and L show the details and the lyrics of an entry")
    func showsSong() {
        var session = session()
        session.press("i")
        #expect(session.screen.title == "Changes")
        session.press(.escape, "L")
        #expect(session.screen.title == "Changes by David Bowie")
    }

    @Test("reads the rows when the player first reports a queue")
    func readsFirstQueue() {
        var session = TUISession()
        session.start()
        session.press("Q")
        session.queue = [QueuedSong(number: 0, song: TUISession.song(0, "Changes"), isCurrent: true)]
        session.send(TUIPlayerTests.changed())
        #expect(session.position == "1 of 1")
    }
}
