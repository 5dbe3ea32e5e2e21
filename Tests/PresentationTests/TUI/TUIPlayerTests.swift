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

    @Test("x removes the selected entry without a question, and A adds the song after it again")
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
        var session = TUISession.started()
        session.press("W")
        session.queue = [QueuedSong(number: 0, song: TUISession.song(0, "Changes"), isCurrent: true)]
        session.send(TUIPlayerTests.changed())
        #expect(session.position == "1 of 1")
    }
}

@Suite("The player screen of the TUI")
struct TUIPlayerScreenTests {
    private let flo: FLOLyrics

    init() throws { flo = try FLOLyrics() }

    private func session(columns: Int = 80, rows: Int = 24) -> TUISession {
        var session = TUISession(columns: columns, rows: rows)
        session.lyrics = flo.lyrics
        session.start()
        return session
    }

    private func played(_ milliseconds: Int, _ state: PlayerStatus.State = .playing, _ song: Music? = nil) -> TUIEvent {
        let song = song ?? flo.music
        let status = PlayerStatus(
            state: state,
            queue: PlayQueue(entries: [.init(number: 0, song: song.id)], index: 0, repetition: .off, isShuffled: false),
            elapsed: .milliseconds(milliseconds), duration: .seconds(198))
        return .playerChanged(
            PlaybackFixture.model(status, song: song), lyrics: flo.lyricsScreen(atMilliseconds: milliseconds))
    }

    /// The lyrics of the screen, with a mark before the emphasized line.
    private func lyrics(_ session: TUISession) -> [String] {
        session.screen.lines.dropFirst(7).compactMap { line in
            switch line {
            case .text(let text, .heading): "▶ " + text
            case .text(let text, .aside): text
            default: nil
            }
        }
    }

    @Test("w shows the song, its time, its bar and its lyrics")
    func showsPlayer() {
        var session = session()
        session.send(played(16_199))
        session.press("w")
        #expect(session.screen.title == "Player" && session.screen.artwork?.music == flo.music.id)
        #expect(
            session.lines.prefix(9) == [
                "We Wish You A Merry Christmas", "챔버오케스트라, 캐롤 모음", "",
                "▶ 0:16 ━━━" + String(repeating: "─", count: 36) + " 3:18", "", "1 of 1", "",
                "we wish you a merry christmas", "we wish you a merry christmas",
            ])
        #expect(!lyrics(session).contains { $0.hasPrefix("▶") } && lyrics(session).count == 12)
        #expect(session.screen.hints == "? keys  q quit  Esc back  o artist  b bookmark  y playlist  L lyrics  P pause")
        #expect(session.position == "")
        session.press("w", .escape)
        #expect(session.screen.title == "Music by title")
    }

    @Test("b bookmarks the song that plays, L shows its lyrics, and p and A change nothing")
    func actsOnSong() {
        var session = session()
        session.send(played(16_200, .paused))
        session.press("w")
        session.clearRequested()
        session.press("b")
        #expect(session.requested == [.setBookmark(true, of: MusicCellModel(flo.music))])
        var bookmarked = flo.music
        bookmarked.isBookmarked = true
        session.send(.bookmarkSet(MusicCellModel(bookmarked)))
        #expect(session.lines[5] == "1 of 1, bookmarked")
        session.clearRequested()
        session.press("p", "A", "b")
        #expect(session.requested == [.setBookmark(false, of: MusicCellModel(bookmarked))])
        session.clearRequested()
        session.press("L")
        #expect(session.loads.map(\.source) == [.lyrics(flo.music.id)])
    }

    @Test(
        "follows the FLO song: the current line is emphasized, if possible in the middle",
        arguments: [
            (16_200, 0, "we wish you a merry christmas"), (36_500, 5, "good tidings we bring"),
            (46_600, 5, "Oh, bring us some figgy pudding"), (180_500, 11, "and a happy new year"),
        ])
    func followsLyrics(milliseconds: Int, line: Int, text: String) {
        var session = session()
        session.press("w")
        session.send(played(milliseconds))
        #expect(lyrics(session).enumerated().filter { $0.element.hasPrefix("▶ ") }.map(\.offset) == [line])
        #expect(lyrics(session)[line] == "▶ " + text)
    }

    @Test("says what to do without a queue, and that the queue has ended")
    func showsNothingToPlay() {
        var session = session()
        session.press("w")
        #expect(session.lines.first == "Nothing to play. Press p on a song.")
        session.send(TUIPlayerTests.changed(.stopped, at: 0, queue: PlaybackFixture.queue(at: nil, .all), song: nil))
        #expect(session.lines.prefix(5) == ["The queue has ended.", "", "■ 0:00", "", "repeat all"])
        #expect(session.screen.artwork == nil)
        session.send(.libraryChanged)
        #expect(session.lines.first == "The queue has ended.")
    }

    @Test("what plays is read again after a change of the library or an undo")
    func readsPlayerAgain() {
        var session = session()
        let undone = TUIEvent.undone(.bookmark, .song(flo.music))
        for event in [TUIEvent.libraryChanged, undone] { session.send(event) }
        #expect(!session.requested.contains(.readPlayer))
        session.send(played(1_000, .paused))
        for event in [TUIEvent.libraryChanged, undone] {
            session.clearRequested()
            session.send(event)
            #expect(session.requested.count { $0 == .readPlayer } == 1)
        }
    }

    @Test("long titles and lyrics are wrapped, and the current line stays visible")
    func wrapsLongText() {
        var session = session()
        let music = Music(
            id: MusicID(1), title: String(repeating: "t", count: 60), artist: String(repeating: "a", count: 60))
        let lines = (0..<20).map { LyricLine(time: .seconds($0), String(repeating: "\($0 % 10)", count: 120)) }
        let lyrics = LyricsScreen(MusicCellModel(music), lyrics: Lyrics(lines), elapsed: .seconds(10))
        session.press("w")
        let status = PlayerStatus(state: .playing, queue: PlaybackFixture.queue(at: 0), elapsed: .seconds(10))
        session.send(.playerChanged(PlaybackFixture.model(status, song: music), lyrics: lyrics))
        #expect(session.lines.allSatisfy { $0.count <= 52 })
        #expect(session.lines[0...1] == [String(repeating: "t", count: 52), String(repeating: "t", count: 8)])
        #expect(session.screen.lines.contains(.text(String(repeating: "0", count: 52), .heading)))
        #expect(session.lines.count == 19)
    }

    @Test("what was scrolled on a low screen is visible again on a higher one")
    func showsAllOnHigherScreen() {
        var session = session(rows: 8)
        session.press("w")
        session.send(TUIPlayerTests.changed())
        #expect(session.position == "1–4 of 7")
        session.send(played(16_200))
        #expect(session.position == "1–4 of 7")
        session.send(TUIPlayerTests.changed())
        session.press(.end)
        #expect(session.position == "4–7 of 7")
        session.send(.resized(columns: 80, rows: 24))
        #expect(session.lines.first == "Changes" && session.position == "")
    }

    @Test("a narrow screen has no bar")
    func hidesBar() {
        var session = session(columns: 13)
        session.press("w")
        session.send(played(99_000))
        #expect(session.lines.contains("▶ 1:39 3:18"))
        session.send(.resized(columns: 17, rows: 24))
        #expect(session.lines.contains("▶ 1:39 ━━── 3:18"))
    }

    @Test("starts with the first part of a wrapped line before any line is sung")
    func startsWithFirstPart() {
        var session = session(rows: 13)
        session.press("w")
        session.send(playedLongLines(0, from: 5))
        #expect(session.screen.lines.last == .text(String(repeating: "0", count: 80), .aside))
    }

    @Test(
        "shows a wrapped current line in the middle, or at the start or end of the lyrics",
        arguments: [(0, 0), (10, 6), (19, 10)])
    func showsWrappedLine(number: Int, index: Int) {
        var session = session(rows: 25)
        session.press("w")
        session.send(playedLongLines(number, from: 0))
        let lyrics = session.screen.lines.dropFirst(7)
        let digit = "\(number % 10)"
        let current = [52, 52, 16].map { TUILine.text(String(repeating: digit, count: $0), .heading) }
        #expect(lyrics.count == 13 && Array(lyrics.dropFirst(index).prefix(3)) == current)
    }

    /// Twenty lines of 120 characters, sung each second.
    private func playedLongLines(_ seconds: Int, from start: Int) -> TUIEvent {
        let music = Music(id: MusicID(1), title: "Changes", artist: "David Bowie")
        let lines = (0..<20).map { number in
            LyricLine(time: .seconds(start + number), String(repeating: "\(number % 10)", count: 120))
        }
        let status = PlayerStatus(state: .playing, queue: PlaybackFixture.queue(at: 0), elapsed: .seconds(seconds))
        return .playerChanged(
            PlaybackFixture.model(status, song: music),
            lyrics: LyricsScreen(MusicCellModel(music), lyrics: Lyrics(lines)))
    }
}

@Suite("Jumping to a line of lyrics in the TUI")
struct TUILyricsJumpTests {
    private func session() throws -> TUISession {
        var session = TUISession()
        session.lyrics = Lyrics([LyricLine("(intro)")] + (try FLOLyrics()).lyrics.lines)
        session.start()
        session.press("L")
        session.clearRequested()
        return session
    }

    @Test(
        "Enter moves the playback to the selected line, playing or paused",
        arguments: [.playing, .paused] as [PlayerStatus.State])
    func jumps(state: PlayerStatus.State) throws {
        var session = try session()
        session.send(TUIPlayerTests.changed(state, at: 0))
        session.press(.down, .enter, .end, .enter)
        #expect(
            session.requested == [
                .player(.seek(to: .milliseconds(16_200))), .player(.seek(to: .milliseconds(180_500))),
            ])
    }

    @Test("a line without a time does nothing")
    func ignoresUntimedLine() throws {
        var session = try session()
        session.send(TUIPlayerTests.changed(at: 0))
        session.press(.enter)
        #expect(session.requested == [] && session.statusText == "Updated just now")
    }

    @Test("says that the song is not playing, if it is stopped or another one plays")
    func explainsSilence() throws {
        let events = [
            TUIPlayerTests.changed(.stopped), TUIPlayerTests.changed(song: TUISession.song(1, "Fame")),
            TUIPlayerTests.changed(song: nil),
        ]
        for event in events {
            var session = try session()
            session.send(event)
            session.press(.down, .enter)
            #expect(session.requested == [])
            #expect(session.statusText == "This song is not playing. Press p to play it.")
        }
    }
}

@Suite("Lyrics in the TUI")
struct TUILyricsTests {
    private static let song = TUISession.song(0, "Changes")

    private func session(
        _ lyrics: Lyrics = Lyrics([
            LyricLine("(intro)"), LyricLine(time: .seconds(16), "Still don't know"),
            LyricLine(time: .seconds(20), "what I was waiting for"), LyricLine(time: .seconds(83), ""),
        ]), columns: Int = 80, rows: Int = 24
    ) -> TUISession {
        var session = TUISession(columns: columns, rows: rows)
        session.lyrics = lyrics
        session.start()
        return session
    }

    private func played(_ seconds: Int, _ music: Music = song) -> TUIEvent {
        .playerChanged(
            NowPlayingModel(
                NowPlaying(status: PlayerStatus(state: .playing, elapsed: .seconds(seconds)), song: music)),
            lyrics: nil)
    }

    @Test("opens from a list, from the details and with the artist's tracks", arguments: ["L", "iL", "lL"])
    func opensLyrics(keys: String) {
        var session = session()
        session.type(keys)
        #expect(session.screen.title == "Changes by David Bowie")
        #expect(
            session.lines.prefix(5) == [
                "> (intro)", "  0:16|Still don't know", "  0:20|what I was waiting for", "  1:23", "",
            ])
        #expect(session.position == "1 of 4")
        #expect(session.screen.columns.map(\.column.key) == ["current", "time", "text"])
        session.press(.escape)
        #expect(session.screen.title != "Changes by David Bowie")
    }

    @Test("says that a song has no lyrics, and that they are loading")
    func showsEmptyText() {
        var session = session(.none)
        session.repliesAtOnce = false
        session.press("L")
        #expect(session.lines.allSatisfy(\.isEmpty) && session.statusText == "Loading…")
        session.reply()
        #expect(session.lines.first == "This song has no lyrics." && session.position == "")
        session.press(.down, .up)
        #expect(session.lines.first == "This song has no lyrics.")
    }

    @Test("marks the line that is sung, and selects it while it was selected before")
    func followsPlayback() {
        var session = session()
        session.press("L")
        session.send(played(0))
        #expect(session.selectedLine == "> (intro)")
        session.send(played(16))
        #expect(session.selectedLine == "> ▶|0:16|Still don't know")
        session.send(played(21))
        #expect(session.selectedLine == "> ▶|0:20|what I was waiting for")
        #expect(session.lines[1] == "  0:16|Still don't know")
        session.press(.up, .up)
        session.send(played(90))
        #expect(session.selectedLine == "> (intro)" && session.lines[3] == "  ▶|1:23")
        session.press(.end)
        session.send(played(17))
        #expect(session.selectedLine == "> ▶|0:16|Still don't know")
        session.send(.playerChanged(NowPlayingModel(NowPlaying()), lyrics: nil))
        #expect(session.selectedLine == "> 0:16|Still don't know")
    }

    @Test("marks the line at once if the song is already played, and none of another song")
    func marksPlayedSong() {
        var session = session()
        session.send(played(21))
        session.press("L")
        #expect(session.selectedLine == "> ▶|0:20|what I was waiting for")
        session.send(played(21, TUISession.song(1, "Fame")))
        #expect(session.selectedLine == "> 0:20|what I was waiting for")
    }

    @Test("a long line is wrapped, and selected as one")
    func wrapsLongLine() {
        let long = String(repeating: "a", count: 100) + "b"
        var session = session(
            Lyrics([LyricLine(time: .seconds(1), "x"), LyricLine(time: .seconds(2), long), LyricLine("y")]))
        session.press("L", .down)
        let width = session.screen.columns.last?.width ?? 0
        let wrapped = [String(repeating: "a", count: width), String(repeating: "a", count: 100 - width) + "b"]
        #expect(session.lines.prefix(4) == ["  0:01|x", "> 0:02|\(wrapped[0])", "> \(wrapped[1])", "  y"])
        session.press(.down)
        #expect(session.selectedLine == "> y")
        session.send(.resized(columns: 200, rows: 24))
        #expect(session.lines.prefix(3) == ["  0:01|x", "  0:02|" + long, "> y"])
    }

    @Test("scrolls with the selection, with the wheel and with the playback")
    func scrollsLyrics() {
        var session = session(
            Lyrics((0..<60).map { LyricLine(time: .seconds($0), "line \($0)") }), columns: 80, rows: 24)
        session.press("L")
        let height = session.screen.lines.count
        session.press(.end)
        #expect(session.selectedLine == "> 0:59|line 59" && session.lines.last == session.selectedLine)
        session.press(.home)
        #expect(session.lines.first == "> 0:00|line 0")
        session.send(.wheel(3))
        #expect(session.lines.first == "> 0:03|line 3")
        session.send(.wheel(-30))
        #expect(session.lines[3] == "> 0:03|line 3" && session.lines.first == "  0:00|line 0")
        session.send(.click(line: 5))
        #expect(session.selectedLine == "> 0:05|line 5")
        session.press(.pageDown)
        #expect(session.position == "\(6 + height / 2 * 2) of 60")
        session.press(.home)
        session.send(played(0), played(40))
        #expect(session.selectedLine == "> ▶|0:40|line 40")
        #expect(session.lines[height / 2] == session.selectedLine)
        session.send(.resized(columns: 80, rows: 12))
        #expect(session.selectedLine == "> ▶|0:40|line 40")
    }

    @Test("the song's other actions work on its lyrics")
    func offersActions() {
        var session = session()
        session.press("L")
        #expect(session.screen.hints == "? keys  q quit  p play  A queue  Esc back  o artist  b bookmark  y playlist")
        session.clearRequested()
        session.press("b", "L", .enter)
        #expect(session.requested == [.setBookmark(true, of: MusicCellModel(Self.song))])
        var bookmarked = Self.song
        bookmarked.isBookmarked = true
        session.send(.bookmarkSet(MusicCellModel(bookmarked)))
        session.clearRequested()
        session.press("b")
        #expect(session.requested == [.setBookmark(false, of: MusicCellModel(bookmarked))])
        session.press(.function(6), "L", "?", "L")
        #expect(session.screen.title == "Keys")
    }

    @Test("reads the lyrics again when the library has changed; the selection stays")
    func readsAgain() {
        var session = session()
        session.press("L", .down, .down)
        session.lyrics = Lyrics([LyricLine("new"), LyricLine("lines")])
        session.send(.libraryChanged)
        #expect(session.lines.prefix(2) == ["  new", "> lines"])
    }

    @Test("scrolls only if the selected line is not visible, and not past the last line")
    func scrollsToSelection() {
        var session = session(Lyrics((0..<60).map { LyricLine(time: .seconds($0), "line \($0)") }))
        session.press("L")
        for _ in 1..<60 {
            session.press(.down)
            #expect(session.selectedLine != nil)
        }
        #expect(session.lines.count == 19 && session.lines.last == "> 0:59|line 59")
        for _ in 1..<19 { session.press(.up) }
        #expect(session.lines.first == "> 0:41|line 41" && session.lines.last == "  0:59|line 59")
        session.press(.home)
        session.send(.wheel(100))
        #expect(session.lines.first == "> 0:41|line 41")
        session.press(.end)
        session.send(.resized(columns: 80, rows: 12), .resized(columns: 80, rows: 24))
        #expect(session.lines.first == "  0:41|line 41" && session.lines.last == "> 0:59|line 59")
    }

    @Test("shows the selection in fewer columns, and scrolls by parts of a wrapped line")
    func scrollsWrappedLines() {
        let line = LyricLine(String(repeating: "a", count: 100) + "b")
        var session = session(Lyrics(Array(repeating: line, count: 60)), columns: 200)
        session.press("L", .end)
        session.send(.resized(columns: 80, rows: 24))
        #expect(session.selectedLine != nil)
        session.press(.home)
        session.send(.wheel(1))
        #expect(session.lines.first?.hasSuffix("b") == true && session.lines.first == session.selectedLine)
    }

    @Test("shows the selected line in one row")
    func showsOneLine() {
        var session = session(rows: 1)
        session.press("L")
        #expect(session.lines == ["> (intro)"])
        session.press(.down)
        #expect(session.lines == ["> 0:16|Still don't know"])
    }
}
