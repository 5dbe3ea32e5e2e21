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
        session.press("W")
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
                == "? keys  q quit  Enter play  Esc back  J move  x remove  o artist  b bookmark")
        session.press("W", .escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("Enter and p play the selected entry", arguments: [.enter, "p"] as [TUIKey])
    func playsEntry(key: TUIKey) {
        var session = session()
        session.press(.down, .down, key)
        #expect(session.requested == [.player(.playEntry(number: 5))])
    }

    @Test("x removes the selected entry without a question; A adds the song after it again")
    func changesQueue() {
        var session = session()
        session.press(.down, "x")
        #expect(session.requested == [.player(.remove(entries: [4]))] && !session.model.isPromptShown)
        session.press("A")
        #expect(session.requested.last == .enqueue(.songs([TUISession.song(2, "").id])))
    }

    @Test("J and K move the selected entry by a row, which stays selected")
    func movesEntry() {
        var session = session()
        session.press("J")
        #expect(session.requested == [.player(.move(entries: [3], to: .before(entry: 5)))])
        #expect(session.lines.prefix(3).map { $0.contains("Changes") } == [false, true, false])
        #expect(session.position == "2 of 3")
        session.press("J", "J", "K")
        #expect(
            session.requested.dropFirst() == [
                .player(.move(entries: [3], to: .end)), .player(.move(entries: [3], to: .before(entry: 5))),
            ])
        session.queue = [session.queue[1], session.queue[0], session.queue[2]]
        session.send(TUIPlayerTests.changed(queue: PlaybackFixture.queue(at: 1)))
        #expect(session.position == "2 of 3" && session.selectedLine == "> 3|Changes|David Bowie|3:37")
        session.press("K", "K")
        #expect(session.requested.last == .player(.move(entries: [3], to: .before(entry: 4))))
        #expect(session.position == "1 of 3")
    }

    @Test("I moves the selected entries so that they play next, but not the current one")
    func movesEntriesNext() {
        var session = session()
        session.press(.down, .down, "I")
        #expect(session.requested == [.player(.move(entries: [5], to: .next))])
        #expect(session.statusText.hasPrefix("“Heroes” will play next."))
        session.press(.home, "V", .down, .down, "I")
        #expect(session.requested.last == .player(.move(entries: [3, 5], to: .next)))
        #expect(session.statusText.hasPrefix("2 songs will play next."))
        session.clearRequested()
        session.press(.home, .down, "I")
        #expect(session.requested == [])
    }

    @Test("J and K do nothing outside the queue")
    func movesOnlyEntries() {
        var session = TUISession.started()
        session.clearRequested()
        session.press("J", "K")
        #expect(session.requested == [] && session.position == "1 of 3")
    }

    @Test("a read from before a move does not undo it on the screen")
    func ignoresEarlierRead() throws {
        var session = session()
        session.holdReplies()
        session.send(TUIPlayerTests.changed(queue: PlaybackFixture.queue(at: 1)))
        let read = try #require(session.loads.last)
        session.press("J")
        session.reply(.load(read))
        #expect(session.selectedLine == "> 3|Changes|David Bowie|3:37" && session.position == "2 of 3")
    }

    @Test("opens at the current entry of a long queue", arguments: [0, 5, 250, 299])
    func opensAtCurrentEntry(index: Int) {
        var session = TUISession()
        session.queue = (0..<300).map {
            QueuedSong(number: $0 + 1, song: TUISession.song($0, "Song \($0)"), isCurrent: $0 == index)
        }
        session.start()
        var queue = PlayQueue(session.queue.map(\.song.id))
        queue.move(toEntry: index + 1)
        session.send(TUIPlayerTests.changed(queue: queue))
        session.press("W")
        #expect(session.position == "\(index + 1) of 300")
        #expect(session.selectedLine == "> ▶|\(index + 1)|Song \(index)|David Bowie|3:37")
        session.press(.up, .home)
        #expect(session.position == "1 of 300" && session.selectedLine?.contains("Song 0") == true)
    }

    @Test("opens at the current entry if songs before it are hidden")
    func opensAtCurrentEntryAfterHiddenSongs() {
        var session = TUISession()
        session.queue = (0..<200).map {
            QueuedSong(number: $0 * 2 + 1, song: TUISession.song($0, "Song \($0)"), isCurrent: $0 == 50)
        }
        session.start()
        var queue = PlayQueue((0..<400).map { MusicID(UInt64($0)) })
        queue.move(toEntry: 101)
        session.send(TUIPlayerTests.changed(queue: queue))
        session.press("W")
        #expect(session.position == "51 of 200")
    }

    @Test("an empty queue says how to play; Enter and x do nothing there")
    func showsEmptyQueue() {
        var session = TUISession.started()
        session.press("W")
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
        #expect(session.lines.first == "> 3|✭ Changes|David Bowie|3:37")
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
        var session = TUISession.started()
        session.press("W")
        session.queue = [QueuedSong(number: 0, song: TUISession.song(0, "Changes"), isCurrent: true)]
        session.send(TUIPlayerTests.changed())
        #expect(session.position == "1 of 1")
    }
}
