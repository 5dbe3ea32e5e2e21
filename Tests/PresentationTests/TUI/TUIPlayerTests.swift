import FermataDomain
import FermataPresentation
import Testing

@Suite("Playing in the TUI")
struct TUIPlayerTests {
    static func changed(
        _ state: PlayerStatus.State = .playing, at seconds: Int = 83, queue: PlayQueue = PlaybackFixture.queue(at: 0),
        song: Music? = TUISession.song(0, "Changes"), lyrics: LyricsScreen? = nil
    ) -> TUIEvent {
        let status = PlayerStatus(state: state, queue: queue, elapsed: .seconds(seconds))
        return .playerChanged(PlaybackFixture.model(status, song: song), lyrics: lyrics)
    }

    private func session(_ keys: TUIKey...) -> TUISession {
        var session = TUISession()
        session.start()
        for key in keys { session.press(key) }
        session.clearRequested()
        return session
    }

    @Test("p plays the songs of a list from the selected one on")
    func playsList() throws {
        var session = TUISession()
        session.start()
        let source = try #require(session.loads.first?.source)
        session.clearRequested()
        session.press(.down, "p")
        #expect(session.requested == [.play(source, from: 1)])
        session.press(.enter)
        session.clearRequested()
        session.press(.down, .down, "p")
        #expect(session.requested == [.play(.artist(ArtistPageQuery(artist: "David Bowie")), from: 2)])
    }

    @Test("p plays the one song of its details and of its lyrics", arguments: ["i", "L"] as [TUIKey])
    func playsOneSong(page: TUIKey) {
        var session = session(page)
        session.press("p")
        #expect(session.requested == [.player(.play([TUISession.song(0, "").id]))])
    }

    @Test("p and A do nothing where no song is selected", arguments: ["3", "5", "6", "?", "w"] as [TUIKey])
    func playsNothing(page: TUIKey) {
        var session = session(page)
        session.press("p", "A")
        #expect(session.requested == [])
    }

    @Test("A adds the selected song to the queue, and says so")
    func addsToQueue() {
        var session = session(.down)
        session.press("A")
        #expect(session.requested == [.player(.add([TUISession.song(1, "").id]))])
        #expect(session.statusText == "“Fame” was added to the queue.")
    }

    @Test(
        "each key of the player has its command, on every tab",
        arguments: [
            ("P", .toggle), ("n", .next), ("N", .previous), ("<", .seekBy(.seconds(-10))), (">", .seekBy(.seconds(10))),
            ("-", .changeVolume(-5)), ("+", .changeVolume(5)), ("=", .changeVolume(5)),
        ] as [(TUIKey, PlayerCommand)])
    func controlsPlayer(key: TUIKey, command: PlayerCommand) {
        for tab in ["1", "5", "w"] as [TUIKey] {
            var session = session(tab)
            session.press(key)
            #expect(session.requested == [.player(command)])
        }
    }

    @Test("keys of the player are letters while a search is typed")
    func typesKeys() {
        var session = session("/")
        session.type("pAPnN<>-+zZwQ")
        #expect(session.statusText == "/pAPnN<>-+zZwQ")
        #expect(session.requested.allSatisfy { if case .player = $0 { false } else { true } })
    }

    @Test("z shuffles the queue, and restores its order; not before the player has reported")
    func shufflesQueue() {
        var session = session()
        session.press("z", "Z")
        #expect(session.requested == [])
        session.send(Self.changed())
        session.press("z")
        session.send(Self.changed(queue: PlaybackFixture.queue(at: 0, isShuffled: true)))
        session.press("z")
        #expect(session.requested == [.shuffle, .player(.shuffle(seed: nil))])
    }

    @Test(
        "Z repeats all songs, then one, then none",
        arguments: [(.off, .all), (.all, .one), (.one, .off)] as [(PlayQueue.Repetition, PlayQueue.Repetition)])
    func cyclesRepetition(current: PlayQueue.Repetition, next: PlayQueue.Repetition) {
        var session = session()
        session.send(Self.changed(queue: PlaybackFixture.queue(at: 0, current)))
        session.press("Z")
        #expect(session.requested == [.player(.setRepetition(next))])
    }

    @Test("a line on every tab shows what is played")
    func showsNowPlaying() {
        var session = session()
        let height = session.screen.lines.count
        #expect(session.screen.player == nil)
        session.send(Self.changed())
        #expect(session.screen.player == "▶ 1:23 / 3:37  Changes – David Bowie  1 of 5")
        #expect(session.screen.lines.count == height - 1)
        session.press("5")
        session.send(Self.changed(.paused, at: 84, song: nil))
        #expect(session.screen.player == "⏸ 1:24  Unknown song  1 of 5")
        session.send(Self.changed(.stopped, at: 0, queue: PlaybackFixture.queue(at: nil), song: nil))
        #expect(session.screen.player == "■ Nothing plays  5 songs are queued")
        session.send(.playerChanged(NowPlayingModel(NowPlaying()), lyrics: nil))
        #expect(session.screen.player == nil && session.screen.lines.count == height)
    }

    @Test("a low screen has no line for what is played", arguments: [(9, true), (8, false)])
    func hidesLineOnLowScreen(rows: Int, isShown: Bool) {
        var session = TUISession(rows: rows)
        session.start()
        session.send(Self.changed())
        #expect((session.screen.player != nil) == isShown)
    }

    @Test("hints offer to pause once there is a queue")
    func hintsPause() {
        var session = session("i")
        #expect(session.screen.hints?.contains("P pause") == false)
        session.send(Self.changed())
        #expect(
            session.screen.hints == "? keys  q quit  Esc back  b bookmark  d download  L lyrics  p play  P pause")
    }

    @Test("a notice of the player is a problem in the status line until a key is pressed")
    func showsNotice() {
        var session = session()
        session.send(.notice("“Fame” was skipped: it has no audio."))
        #expect(session.statusText == "“Fame” was skipped: it has no audio.")
        if case .text(_, let isProblem, _)? = session.screen.status { #expect(isProblem) }
        session.press(.down)
        #expect(session.statusText == "Updated just now")
    }
}
