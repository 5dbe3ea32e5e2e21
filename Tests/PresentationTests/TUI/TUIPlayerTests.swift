import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Playing in the TUI")
struct TUIPlayerTests {
    static func changed(
        _ state: PlayerStatus.State = .playing, at seconds: Int = 83, queue: PlayQueue = PlaybackFixture.queue(at: 0),
        song: Music? = TUISession.song(0, "Changes"), lyrics: LyricsScreen? = nil, sleep: Duration? = nil,
        stopsAfterSong: Bool = false
    ) -> TUIEvent {
        let status = PlayerStatus(
            state: state, queue: queue, elapsed: .seconds(seconds), sleep: sleep, stopsAfterSong: stopsAfterSong)
        return .playerChanged(PlaybackFixture.model(status, song: song), lyrics: lyrics)
    }

    private func session(_ keys: TUIKey...) -> TUISession {
        var session = TUISession.started()
        for key in keys { session.press(key) }
        session.clearRequested()
        return session
    }

    @Test("Enter and p play the songs of a list from the selected one on", arguments: [.enter, "p"] as [TUIKey])
    func playsList(key: TUIKey) throws {
        let mix = Playlist(id: PlaylistID(7), name: "Mix", origin: .own, count: 3)
        let downloads = ["Changes", "Fame"].enumerated().map {
            Download(music: TUISession.song($0.offset, $0.element), state: .downloaded)
        }
        for (opening, source) in [
            ([], TUISource.music(MusicQuery())), ([.function(3)], .music(MusicQuery(bookmarkedOnly: true))),
            (["o"], .artist(ArtistPageQuery(artist: "David Bowie"))),
            ([.function(4), .enter], .playlist(PlaylistCellModel(mix))), ([.function(5)], .downloads),
        ] as [([TUIKey], TUISource)] {
            var session = TUISession.started(downloads: downloads, playlists: [mix])
            for key in opening { session.press(key) }
            session.clearRequested()
            session.press(.down, key)
            #expect(session.requested == [.play(.rows(source, Window(offset: 1)))])
        }
    }

    @Test("o opens the artist from a list, the details, the lyrics and the queue", arguments: ["", "i", "L", "W"])
    func opensArtist(keys: String) {
        var session = TUISession()
        session.queue = [QueuedSong(number: 1, song: TUISession.song(0, "Changes"), isCurrent: true)]
        session.start()
        session.type(keys)
        session.press("o")
        #expect(session.screen.title == "David Bowie, songs by popularity")
        session.clearRequested()
        session.press("o")
        #expect(session.requested.isEmpty && session.screen.hints?.contains("o artist") == false)
    }

    @Test("p plays the one song of its details and of its lyrics", arguments: ["i", "L"] as [TUIKey])
    func playsOneSong(page: TUIKey) {
        var session = session(page)
        session.press("p")
        #expect(session.requested == [.play(.songs([TUISession.song(0, "").id]))])
    }

    @Test(
        "p, A and I do nothing where no song is selected",
        arguments: [.function(4), .function(6), .function(7), "?", "w"] as [TUIKey])
    func playsNothing(page: TUIKey) {
        var session = session(page)
        session.press("p", "A", "I")
        #expect(session.requested == [])
    }

    @Test("A adds the selected song to the queue, and says so")
    func addsToQueue() {
        var session = session(.down)
        session.press("A")
        #expect(session.requested == [.enqueue(.songs([TUISession.song(1, "").id]))])
        #expect(session.statusText == "Added “Fame” to the queue.")
    }

    @Test("I inserts the selected song after the current one, and says so")
    func insertsNext() {
        var session = session(.down)
        session.press("I")
        #expect(session.requested == [.enqueueNext(.songs([TUISession.song(1, "").id]))])
        #expect(session.statusText == "“Fame” will play next.")
    }

    @Test("m plays any songs of the library, on every tab", arguments: [.function(1), .function(6), "w"] as [TUIKey])
    func playsRandomSongs(tab: TUIKey) {
        var session = session(tab)
        session.press("m")
        #expect(session.requested == [.playRandom])
    }

    @Test(
        "t sets the sleep timer to the next longer time, then cancels it",
        arguments: [(nil, 15), (14, 15), (15, 30), (31, 60), (60, nil)] as [(Int?, Int?)])
    func cyclesSleep(current: Int?, next: Int?) {
        var session = session()
        session.send(Self.changed(sleep: current.map { .seconds($0 * 60) }))
        session.press("t")
        #expect(session.requested == [.player(.sleep(after: next.map { .seconds($0 * 60) }))])
    }

    @Test("T stops after the current song, or plays on", arguments: [true, false])
    func stopsAfterSong(isSet: Bool) {
        var session = session()
        session.send(Self.changed(stopsAfterSong: isSet))
        session.press("T")
        #expect(session.requested == [.player(.stopAfterSong(!isSet))])
    }

    @Test("t and T say that nothing plays")
    func needsPlayer() {
        var session = session()
        for event in [nil, Self.changed(.stopped)] {
            if let event { session.send(event) }
            for key in ["t", "T"] as [TUIKey] {
                session.press(key)
                #expect(session.statusText == "Nothing plays. Press p on a song.")
            }
        }
        #expect(session.requested == [])
    }

    @Test("the song that plays or is paused is marked in every list")
    func marksPlayingSong() {
        var session = TUISession(songs: ["Changes", "Fame"])
        session.downloads = [Download(music: TUISession.song(0, "Changes"), state: .waiting)]
        session.start()
        session.send(Self.changed())
        #expect(
            session.lines.prefix(2) == [
                "> ▶ Changes|David Bowie|Hunky Dory|3:37", "  Fame|David Bowie|Hunky Dory|3:37",
            ])
        session.press("o")
        #expect(
            session.lines.contains { $0.contains("▶ Changes") } && !session.lines.contains { $0.contains("▶ Fame") })
        session.press(.function(5))
        #expect(session.lines.first?.contains("▶ Changes") == true)
        session.press(.function(1), .escape)
        session.send(Self.changed(.paused, song: TUISession.song(1, "Fame")))
        #expect(
            session.lines.prefix(2) == [
                "> Changes|David Bowie|Hunky Dory|3:37", "  ▶ Fame|David Bowie|Hunky Dory|3:37",
            ])
        session.send(Self.changed(.stopped))
        #expect(!session.lines.contains { $0.contains("▶") })
    }

    @Test(
        "each key of the player has its command, on every tab",
        arguments: [
            ("P", .toggle), ("n", .next), ("N", .previous), ("<", .seekBy(.seconds(-10))), (">", .seekBy(.seconds(10))),
            ("-", .changeVolume(-5)), ("+", .changeVolume(5)), ("=", .changeVolume(5)),
        ] as [(TUIKey, PlayerCommand)])
    func controlsPlayer(key: TUIKey, command: PlayerCommand) {
        for tab in [.function(1), .function(6), "w"] as [TUIKey] {
            var session = session(tab)
            session.press(key)
            #expect(session.requested == [.player(command)])
        }
    }

    @Test("keys of the player are letters while a search is typed")
    func typesKeys() {
        var session = session("/")
        session.type("pAIPnN<>-+zZwQumtTJK")
        #expect(session.statusText == "/pAIPnN<>-+zZwQumtTJK")
        #expect(
            session.requested.allSatisfy { if case .player = $0 { false } else { $0 != .undo && $0 != .playRandom } })
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
        session.press(.function(6))
        session.send(Self.changed(.paused, at: 84, song: nil))
        #expect(session.screen.player == "⏸ 1:24  Unknown song  1 of 5")
        session.send(Self.changed(.stopped, at: 0, queue: PlaybackFixture.queue(at: nil), song: nil))
        #expect(session.screen.player == "■ Nothing plays  5 songs are queued")
        session.send(.playerChanged(NowPlayingModel(NowPlaying()), lyrics: nil))
        #expect(session.screen.player == nil && session.screen.lines.count == height)
    }

    @Test("a low screen has no line for what is played", arguments: [(9, true), (8, false)])
    func hidesLineOnLowScreen(rows: Int, isShown: Bool) {
        var session = TUISession.started(rows: rows)
        session.send(Self.changed())
        #expect((session.screen.player != nil) == isShown)
    }

    @Test("hints offer to pause once there is a queue")
    func hintsPause() {
        var session = session("i")
        #expect(session.screen.hints?.contains("P pause") == false)
        session.send(Self.changed())
        #expect(
            session.screen.hints == "? keys  q quit  p play  A queue  Esc back  o artist  b bookmark  y playlist")
    }

    @Test("P pauses or resumes, as the hint says")
    func hintsResume() {
        var session = session("i")
        session.send(.resized(columns: 200, rows: 24), Self.changed(.paused))
        #expect(session.screen.hints?.contains("P resume") == true)
        session.send(Self.changed(.buffering))
        #expect(session.screen.hints?.contains("P pause") == true)
    }

    @Test("a narrow screen drops the position and the artist before the settings", arguments: [30, 44, 60])
    func fitsLine(columns: Int) {
        var session = TUISession.started(columns: columns)
        session.send(Self.changed(sleep: .seconds(900)))
        let line = session.screen.player ?? ""
        #expect(line.hasPrefix("▶ 1:23 / 3:37  Chan") || columns == 30)
        #expect(line.hasSuffix("stops in 15 min") && line.count <= max(columns, 34))
    }

    @Test("a wide title is cut by its columns, so that the settings stay")
    func fitsWideTitle() {
        let song = Music(id: MusicID(1), title: String(repeating: "노래", count: 30))
        var queue = PlayQueue([song.id])
        queue.move(toEntry: 1)
        let status = PlayerStatus(state: .playing, queue: queue, volume: 80)
        let line = NowPlayingModel(NowPlaying(status: status, song: song))
            .line(columns: 40, width: TUITextLayout.plain.width)
        #expect(line.hasSuffix("…  volume 80 %"))
        #expect((38...40).contains(TUITextLayout.plain.width(line)))
    }

    @Test("the key of the tab that is shown leads to its list")
    func returnsToList() {
        var session = session("o", "i", .function(1))
        #expect(session.screen.title == "Music by title")
        session.press("W", .function(2))
        session.press(.function(1))
        #expect(session.screen.title == "Queue")
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
