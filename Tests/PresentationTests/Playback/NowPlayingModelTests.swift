import FermataDomain
import FermataPresentation
import Testing

@Suite("The song that is playing")
struct NowPlayingModelTests {
    private typealias Fixture = PlaybackFixture

    @Test("one line shows the state, the song, the times, the position and unusual settings")
    func showsLine() {
        let status = PlayerStatus(
            state: .playing, queue: Fixture.queue(at: 1, .all, isShuffled: true), elapsed: .milliseconds(83_900),
            duration: .seconds(220), volume: 80)
        let model = Fixture.model(status)
        #expect(
            model.line
                == "▶ 1:23 / 3:40  Changes – David Bowie  2 of 5  repeat all, shuffled, volume 80 %")
        #expect(model.elapsed == .milliseconds(83_900) && model.id == MusicID(255))
        #expect([model.title, model.artist, model.album] == ["Changes", "David Bowie", "Hunky Dory"])
        #expect(model.artwork == .url("https://example.org/cover.jpg"))
        #expect(model.queue == status.queue && model.hasQueue)
    }

    @Test(
        "each state has a symbol",
        arguments: [(.stopped, "■"), (.playing, "▶"), (.paused, "⏸"), (.buffering, "…")]
            as [(PlayerStatus.State, String)])
    func showsState(state: PlayerStatus.State, symbol: String) {
        let model = Fixture.model(PlayerStatus(state: state, queue: Fixture.queue(at: 0)))
        #expect(model.symbol == symbol && model.state == state)
        #expect(model.isPaused == (state == .paused) && model.isStopped == (state == .stopped))
        #expect(model.line == "\(symbol) 0:00 / 3:37  Changes – David Bowie  1 of 5")
    }

    @Test("settings name what differs from playing the queue once at full volume")
    func showsSettings() {
        func text(_ repetition: PlayQueue.Repetition, _ isShuffled: Bool, _ volume: Int) -> String {
            let queue = Fixture.queue(at: 0, repetition, isShuffled: isShuffled)
            return Fixture.model(PlayerStatus(queue: queue, volume: volume)).settingsText
        }
        #expect(text(.off, false, 100) == "")
        #expect(text(.all, false, 100) == "repeat all")
        #expect(text(.one, false, 0) == "repeat one, volume 0 %")
        #expect(text(.off, true, 99) == "shuffled, volume 99 %")
        let stopping = PlayerStatus(
            queue: Fixture.queue(at: 0), volume: 9, sleep: .seconds(1_800), stopsAfterSong: true)
        #expect(Fixture.model(stopping).settingsText == "volume 9 %, stops in 30 min, stops after this song")
    }

    @Test(
        "the fraction is 0 at the start, 1 at the end, and never beyond",
        arguments: [(0, 0), (55, 0.25), (220, 1), (221, 1), (-1, 0)] as [(Int, Double)])
    func limitsFraction(elapsed: Int, fraction: Double) {
        let status = PlayerStatus(queue: Fixture.queue(at: 0), elapsed: .seconds(elapsed), duration: .seconds(220))
        #expect(Fixture.model(status).fraction == fraction)
    }

    @Test(
        "the length is that of the audio, else the source's, else unknown",
        arguments: [
            (220, 217, "0:10 / 3:40"), (nil, 217, "0:10 / 3:37"), (0, 217, "0:10 / 3:37"), (nil, 0, "0:10"),
            (0, 0, "0:10"),
        ] as [(Int?, Int, String)])
    func choosesLength(audio: Int?, source: Int, text: String) {
        var song = Fixture.changes
        song.duration = .seconds(source)
        let status = PlayerStatus(
            queue: Fixture.queue(at: 0), elapsed: .seconds(10), duration: audio.map { .seconds($0) })
        let model = Fixture.model(status, song: song)
        #expect(model.timeText == text && model.elapsedText == "0:10")
        #expect((model.fraction == nil) == (text == "0:10") && model.durationText.isEmpty == (text == "0:10"))
    }

    @Test("a song that the listener may not see has no name, id or artwork")
    func hidesSong() {
        let status = PlayerStatus(
            state: .playing, queue: Fixture.queue(at: 2), elapsed: .seconds(5), duration: .seconds(60))
        let model = Fixture.model(status, song: nil)
        #expect(model.line == "▶ 0:05 / 1:00  Unknown song  3 of 5")
        #expect(model.id == nil && model.artist.isEmpty && model.album.isEmpty && model.artwork == .placeholder)
        #expect(model.value(of: .title) == .none && model.value(of: .id) == .none)
    }

    @Test("a listener who may not see counts sees no position")
    func hidesCounts() {
        let status = PlayerStatus(state: .playing, queue: Fixture.queue(at: 2))
        let model = NowPlayingModel(NowPlaying(status: status, song: Fixture.changes, showsCounts: false))
        #expect(model.line == "▶ 0:00 / 3:37  Changes – David Bowie" && model.positionText.isEmpty)
        #expect(model.value(of: .position) == .none && model.value(of: .count) == .none && model.hasQueue)
    }

    @Test("says that the queue has ended, and that there is nothing to play")
    func showsEndOfQueue() {
        let ended = Fixture.model(PlayerStatus(queue: Fixture.queue(at: nil)), song: nil)
        #expect(ended.line == "■ Nothing plays  5 songs are queued")
        #expect(ended.hasQueue && ended.title.isEmpty && ended.positionText.isEmpty)
        let one = Fixture.model(PlayerStatus(queue: PlayQueue([MusicID(255)])), song: nil)
        #expect(one.line == "■ Nothing plays  1 song is queued")
        let empty = Fixture.model(PlayerStatus(), song: nil)
        #expect(empty.line == "■ Nothing to play" && !empty.hasQueue)
        #expect(empty.timeText == "0:00" && empty.fraction == nil)
    }

    @Test("a song without an artist is named by its title; long queues have grouped numbers")
    func showsName() {
        let queue = PlayQueue(
            entries: (0..<1_200).map { .init(number: $0, song: MusicID(255)) }, index: 1_099, repetition: .off,
            isShuffled: false)
        let model = Fixture.model(PlayerStatus(queue: queue), song: Music(id: MusicID(255), title: "Changes"))
        #expect(model.name == "Changes" && model.positionText == "1,100 of 1,200")
    }

    @Test(
        "says where the music plays, and asks before it is taken over, unless it stopped",
        arguments: [(.play, "in a terminal"), (.browse, "in fermata browse"), (.background, "in the background")]
            as [(PlayerPlace, String)])
    func namesPlace(place: PlayerPlace, text: String) {
        let playing = Fixture.model(PlayerStatus(state: .paused, queue: Fixture.queue(at: 0), place: place))
        #expect(playing.placeText == text)
        let sentence = "Music of this library already plays \(text)."
        #expect(playing.takeoverQuestion(inBackground: false) == sentence + " Stop it and play here?")
        #expect(playing.takeoverQuestion(inBackground: true) == sentence + " Stop it and play in the background?")
        for status in [PlayerStatus(state: .stopped, place: place), PlayerStatus(state: .playing)] {
            let model = Fixture.model(status)
            #expect(model.placeText.isEmpty && model.takeoverQuestion(inBackground: false) == nil)
        }
    }

    @Test("its keys and their order are stable")
    func hasKeys() {
        #expect(
            NowPlayingField.allCases.map(\.rawValue) == [
                "title", "artist", "state", "elapsed", "duration", "id", "album", "position", "count", "repeat",
                "shuffled", "volume", "sleep", "stopsAfterSong", "place",
            ])
        #expect(NowPlayingField.allCases.filter { $0.valueKind == .flag } == [.shuffled, .stopsAfterSong])
        #expect(
            NowPlayingField.allCases.filter { $0.valueKind == .number } == [
                .elapsed, .duration, .position, .count, .volume, .sleep,
            ])
        #expect(NowPlayingModel.table.columns.isEmpty)
    }

    @Test("every key has its value")
    func hasValues() {
        let status = PlayerStatus(
            state: .paused, queue: Fixture.queue(at: 1, .one, isShuffled: true), elapsed: .milliseconds(83_900),
            duration: .milliseconds(220_700), volume: 35, sleep: .seconds(120), stopsAfterSong: true, place: .browse)
        #expect(
            NowPlayingField.allCases.map(Fixture.model(status).value) == [
                .text("Changes"), .text("David Bowie"), .text("paused"), .integer(83), .integer(220),
                .text("00000000000000ff"), .text("Hunky Dory"), .integer(2), .integer(5), .text("one"), .flag(true),
                .integer(35), .integer(120), .flag(true), .text("browse"),
            ])
        #expect(
            NowPlayingField.allCases.map(Fixture.model(PlayerStatus(), song: nil).value) == [
                .none, .none, .text("stopped"), .integer(0), .none, .none, .none, .none, .integer(0), .text("off"),
                .flag(false), .integer(100), .none, .flag(false), .none,
            ])
    }
}

@Suite("Keys of a command that plays music")
struct PlayerKeysTests {
    @Test(
        "each key has its command",
        arguments: [
            (" ", .toggle), ("n", .next), ("N", .next), ("p", .previous), ("P", .previous),
            (.left, .seekBy(.seconds(-10))), (.right, .seekBy(.seconds(10))), ("+", .changeVolume(5)),
            ("=", .changeVolume(5)), ("-", .changeVolume(-5)), ("_", .changeVolume(-5)),
        ] as [(TUIKey, PlayerCommand)])
    func hasCommands(key: TUIKey, command: PlayerCommand) {
        #expect(PlayerKeys.intent(for: key) == .command(command))
    }

    @Test("bookmarks, rates, shows the lyrics, quits and shows help; other keys do nothing")
    func hasOtherKeys() {
        for key in ["q", .escape, .control("d")] as [TUIKey] {
            #expect(PlayerKeys.intent(for: key) == .quit)
        }
        #expect(PlayerKeys.intent(for: "b") == .bookmark && PlayerKeys.intent(for: "l") == .lyrics)
        #expect(PlayerKeys.intent(for: "?") == .help && PlayerKeys.intent(for: "h") == .help)
        #expect(PlayerKeys.intent(for: "0") == .rate(nil) && PlayerKeys.intent(for: "4") == .rate(.four))
        for key in ["x", "6", "Q", .up, .down, .enter, .control("c"), .control("z"), .tab] as [TUIKey] {
            #expect(PlayerKeys.intent(for: key) == nil)
        }
    }

    @Test("help names the keys")
    func namesKeys() {
        for name in ["Space", "n ", "p ", "←", "→", "+", "−", "q "] { #expect(PlayerKeys.help.contains(name)) }
    }
}

@Suite("The time of a sleep timer")
struct SleepTimeTests {
    @Test(
        "is hours and minutes, up to a day, or off",
        arguments: [("30m", 30), ("1h", 60), ("1h30m", 90), ("90m", 90), ("24h", 1_440), ("0h1m", 1), ("off", nil)]
            as [(String, Int?)])
    func readsTime(text: String, minutes: Int?) {
        #expect(SleepTime(text)?.command == .sleep(after: minutes.map { .seconds($0 * 60) }))
    }

    @Test(
        "is not read from other text",
        arguments: ["", "30", "0m", "m", "h", "30s", "25h", "24h1m", "-5m", "1m1h", "on"])
    func rejectsText(text: String) {
        #expect(SleepTime(text) == nil)
    }
}

@Suite("A position in a song")
struct PlayerPositionTests {
    @Test("is a time within the song", arguments: [("83", 83_000), ("1:23", 83_000), ("1:02.25", 62_250)])
    func readsTime(text: String, milliseconds: Int) {
        #expect(PlayerPosition(text)?.command == .seek(to: .milliseconds(milliseconds)))
    }

    @Test(
        "is relative to the current one with a sign",
        arguments: [("+10", 10), ("-10", -10), ("−10", -10), ("+1:00", 60), ("-1:01:01", -3_661), ("+0", 0)])
    func readsStep(text: String, seconds: Int) {
        #expect(PlayerPosition(text)?.command == .seekBy(.seconds(seconds)))
    }

    @Test("is not read from other text", arguments: ["", "x", "+", "-", "--1", "+-1", "1:", "1:+1"])
    func rejectsText(text: String) {
        #expect(PlayerPosition(text) == nil)
    }
}
