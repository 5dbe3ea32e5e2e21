import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Reading and controlling the player for a screen")
struct PlayerDataSourceTests {
    private static let songs = (0..<5).map { number in
        Music(
            id: MusicID(UInt64(255 + number)), title: "Song \(number)", explicit: number == 2 ? .explicit : .clean)
    }
    private let music = MusicRepositoryStub(songs)

    private func source(
        _ control: PlayerControlStub, stored: StoredPlayback = StoredPlayback(), age: Int? = nil
    ) -> PlayerDataSource {
        PlayerDataSource(
            control: ControlPlayerUsecase(
                control: control, playback: InMemoryPlaybackRepository(stored), music: music,
                listener: Listener(age: age)))
    }

    private func control(at index: Int?, skipped: [SkippedSong] = []) -> PlayerControlStub {
        PlayerControlStub(
            status: PlayerStatus(state: .playing, queue: PlaybackFixture.queue(at: index), skipped: skipped))
    }

    @Test("performs a command and returns what is played then")
    func performsCommand() async throws {
        let control = control(at: 1)
        let model = try await source(control).perform(.next)
        #expect(control.commands == [.next] && model.title == "Song 1" && model.state == .playing)
        await #expect(throws: PlayerError.ended) {
            try await source(PlayerControlStub(error: .ended)).perform(.next)
        }
    }

    @Test("shows what is played, and the stored queue while no program plays")
    func showsStatus() async throws {
        #expect(try await source(control(at: 1)).status().title == "Song 1")
        let stored = StoredPlayback(queue: PlaybackFixture.queue(at: 3), elapsed: .seconds(61), volume: 40)
        let model = try await source(PlayerControlStub(), stored: stored).status()
        #expect(model.line == "■ 1:01  Song 3  4 of 5  volume 40 %")
    }

    @Test("hides explicit songs of queue, status and notice from a young listener")
    func hidesExplicitSongs() async throws {
        let skipped = [SkippedSong(MusicID(257), .noAudio)]
        let control = control(at: 2, skipped: skipped)
        let restricted = source(control, age: 12)
        let status = try await control.status()
        #expect(try await restricted.status().line == "▶ 0:00  Unknown song")
        #expect(try await restricted.model(of: status).id == nil)
        #expect(
            await restricted.notices(of: status, since: nil, includesEnd: false)
                == ["A song was skipped: it has no audio."])
        #expect(try await restricted.queue(.all).map(\.number) == [0, 1, 3, 4])
        #expect(try await restricted.queueCount() == 4)
        let anyone = source(control)
        #expect(
            await anyone.notices(of: status, since: nil, includesEnd: false)
                == ["“Song 2” was skipped: it has no audio."])
        #expect(try await anyone.model(of: status).id == MusicID(257))
    }

    @Test("rows of the queue move past their neighbours, also those outside of the window")
    func movesRowsOfQueue() async throws {
        let restricted = source(control(at: 1), age: 12)
        let rows = try await restricted.queueWindow(Window(offset: 1, limit: 2)).rows
        #expect(rows.map(\.number) == [1, 3])
        // The first one is current, and the second one plays next.
        #expect(rows[0].editActions.map(\.title) == ["Move up", "Move down", "Remove from the queue"])
        #expect(
            rows[1].editActions.map(\.address.description) == ["3", "4", "3"].map { "/api/player/queue/\($0)" })
        #expect(rows[1].editActions.map(\.body) == [#"{"before":"1"}"#, #"{"before":"3"}"#, nil])
        let all = try await restricted.queueWindow(.all).rows
        #expect(all.first?.editActions.map(\.title) == ["Play next", "Move down", "Remove from the queue"])
        #expect(all.last?.editActions.map(\.title) == ["Play next", "Move up", "Remove from the queue"])
        #expect(all.last?.editActions.first?.body == #"{"place":"next"}"#)
    }

    @Test("a skipped song has no title if the library cannot be read, which is tried once")
    func reportsSkippedSongWithoutLibrary() async {
        let music = MusicRepositoryStub(Self.songs, error: LibraryError.busy(path: "a.db"))
        let player = PlayerDataSource(
            control: ControlPlayerUsecase(
                control: PlayerControlStub(), playback: InMemoryPlaybackRepository(), music: music, listener: .anyone))
        let status = PlayerStatus(skipped: [SkippedSong(MusicID(257), .noAudio)])
        #expect(
            await player.notices(of: status, since: nil, includesEnd: true) == ["A song was skipped: it has no audio."])
        #expect(await player.notices(of: status, since: status, includesEnd: true) == [])
        #expect(music.messages.count == 1)
    }

    @Test("lists windows of the queue, and counts it")
    func listsQueue() async throws {
        let player = source(control(at: 3))
        let rows = try await player.queue(Window(offset: 2, limit: 2))
        #expect(rows.map(\.song.title) == ["Song 2", "Song 3"] && rows.map(\.isCurrent) == [false, true])
        #expect(try await player.queueCount() == 5)
    }

    @Test("lists a window of the queue in batches")
    func listsBatches() async throws {
        var rows: [QueueCellModel] = []
        for try await batch in source(control(at: 3), age: 12).queueBatches(Window(offset: 1, limit: 2)) {
            rows += batch
        }
        #expect(rows.map(\.number) == [1, 3] && rows.map(\.isCurrent) == [false, true])
    }
}

@Suite("Statuses that look the same")
struct ShownStatusTests {
    private let lyrics = LyricsScreen(
        MusicCellModel(Music(id: MusicID(1), title: "Changes")),
        lyrics: Lyrics([LyricLine(time: .milliseconds(1_500), "one"), LyricLine(time: .milliseconds(3_000), "two")]))

    private func status(_ milliseconds: Int, volume: Int = 100) -> PlayerStatus {
        PlayerStatus(state: .playing, elapsed: .milliseconds(milliseconds), volume: volume)
    }

    @Test("positions within a second and a line look the same", arguments: [(1_000, 1_499), (1_500, 1_999)])
    func comparesPositions(first: Int, second: Int) {
        #expect(status(first).isShown(as: status(second), with: lyrics))
        #expect(status(second).isShown(as: status(first), with: lyrics))
    }

    @Test("another second, or another line, looks different", arguments: [(1_999, 2_000), (1_499, 1_500)])
    func noticesChange(first: Int, second: Int) {
        #expect(!status(first).isShown(as: status(second), with: lyrics))
        #expect(!status(second).isShown(as: status(first), with: lyrics))
    }

    @Test("without lyrics, only the second counts")
    func ignoresMissingLyrics() {
        #expect(status(1_499).isShown(as: status(1_500), with: nil))
    }

    @Test("anything else that changes looks different")
    func noticesOtherChanges() {
        #expect(!status(1_000).isShown(as: status(1_000, volume: 90), with: lyrics))
    }
}

@Suite("Messages about playback")
struct PlaybackNoticeTests {
    private static let full = PlaybackFailure.notStored(.cannotWrite(path: "/a.db", .full))
    private static let fullText =
        "The queue is not stored. Cannot change the library /a.db: the disk is full. "
        + "Free disk space and try again. Stored music is unchanged."
    private static let skipped = SkippedSong(MusicID(1), .noAudio)
    private static let skippedText = "“Changes” was skipped: it has no audio."

    private func texts(
        _ status: PlayerStatus, since last: PlayerStatus? = nil, title: String? = "Changes", includesEnd: Bool = false
    ) -> [String] {
        PlaybackNotice.texts(
            of: status, since: last, titles: title.map { [MusicID(1): $0, MusicID(2): $0] } ?? [:],
            includesEnd: includesEnd)
    }

    @Test(
        "a skipped song has its reason, and its title if the listener may see it",
        arguments: [
            (.missing, "was skipped: it is not in the library."), (.noAudio, "was skipped: it has no audio."),
            (.unplayable, "was skipped: its audio cannot be read."),
        ] as [(SkippedSong.Reason, String)])
    func namesReason(reason: SkippedSong.Reason, sentence: String) {
        let status = PlayerStatus(skipped: [SkippedSong(MusicID(1), reason)])
        #expect(texts(status) == ["“Changes” " + sentence])
        #expect(texts(status, title: nil) == ["A song " + sentence])
    }

    @Test("names each skipped song, and once that the queue is not stored", arguments: [true, false])
    func namesChanges(includesEnd: Bool) {
        let other = SkippedSong(MusicID(2), .missing)
        let statuses = [
            PlayerStatus(failure: Self.full), PlayerStatus(skipped: [Self.skipped], failure: Self.full),
            PlayerStatus(elapsed: .seconds(1), skipped: [Self.skipped], failure: Self.full),
            PlayerStatus(skipped: [other], failure: Self.full), PlayerStatus(skipped: [other]), PlayerStatus(),
        ]
        var (last, messages): (PlayerStatus?, [[String]]) = (nil, [])
        for status in statuses {
            messages.append(texts(status, since: last, includesEnd: includesEnd))
            last = status
        }
        #expect(
            messages == [
                [Self.fullText], [Self.skippedText], [], ["“Changes” was skipped: it is not in the library."], [], [],
            ])
    }

    @Test("names a skipped song before a queue that is not stored", arguments: [true, false])
    func namesBoth(includesEnd: Bool) {
        let status = PlayerStatus(skipped: [Self.skipped], failure: Self.full)
        #expect(texts(status, includesEnd: includesEnd) == [Self.skippedText, Self.fullText])
    }

    @Test(
        "an error that ended playback replaces a skipped song, unless that is its reason",
        arguments: [
            (.player(.ended), "The player mpv has ended unexpectedly. Play again to continue the queue."),
            (
                .library(.damaged(path: "/a.db")),
                "Playback has stopped. The library /a.db is damaged. "
                    + "Fermata tries to repair it. Run the command again."
            ), (.player(.nothingPlayable), "“Changes” was skipped: it has no audio."),
        ] as [(PlaybackFailure, String)])
    func namesEnd(failure: PlaybackFailure, text: String) {
        let status = PlayerStatus(skipped: [Self.skipped], failure: failure)
        #expect(texts(status, includesEnd: true) == [text])
        #expect(texts(status, since: PlayerStatus(skipped: [Self.skipped]), includesEnd: true) == [text])
        #expect(texts(status, since: status, includesEnd: true) == [])
    }

    @Test("three skipped songs are named, more share a message that counts reasons")
    func countsManySkippedSongs() {
        let songs = (1...3).map { SkippedSong(MusicID($0), .noAudio) }
        #expect(texts(PlayerStatus(skipped: Array(songs.prefix(2)))) == [Self.skippedText, Self.skippedText])
        #expect(texts(PlayerStatus(skipped: songs)).last == "A song was skipped: it has no audio.")
        #expect(texts(PlayerStatus(skipped: songs), since: PlayerStatus(skipped: Array(songs.prefix(2)))).count == 1)
        let many = songs + [SkippedSong(MusicID(4), .missing)]
        let text = "4 songs were skipped: 1 is not in the library, 3 have no audio."
        for includesEnd in [true, false] {
            #expect(texts(PlayerStatus(skipped: many), includesEnd: includesEnd) == [text])
        }
        let ended = PlayerStatus(skipped: many, failure: .player(.nothingPlayable))
        #expect(texts(ended, since: PlayerStatus(skipped: many), includesEnd: true) == [text])
        let all = Array(repeating: SkippedSong(MusicID(5), .unplayable), count: PlayerStatus.skippedLimit)
        #expect(
            texts(PlayerStatus(skipped: all))
                == ["At least 1,000 songs were skipped: 1,000 have audio that cannot be read."])
    }

    @Test("an error that ended playback has no message if the screen throws it")
    func omitsEnd() {
        let failure = PlaybackFailure.player(.ended)
        #expect(texts(PlayerStatus(failure: failure)) == [])
        #expect(texts(PlayerStatus(skipped: [Self.skipped], failure: failure)) == [Self.skippedText])
    }

    @Test("nothing is said while all goes well")
    func saysNothing() {
        #expect(texts(PlayerStatus(state: .playing), includesEnd: true) == [])
    }

    @Test("a problem of the player names its kind, and what to do for the user only", arguments: ErrorSamples.players)
    func hasProblem(error: PlayerError) {
        let problem = ProblemModel(error)
        let kind: ProblemModel.Kind =
            switch error {
            case .notInstalled, .cannotServeAudio, .cannotStart, .noSoundDevice, .endedAtStart: .playerUnavailable
            case .ended, .notResponding, .otherVersion, .alreadyRunning: .busy
            case .notRunning, .nothingToPlay, .noMatch, .nothingPlayable, .noEntry, .nothingToUndo: .notFound
            case .queueChanged: .conflict
            case .notAllowed: .notAllowed
            case .controlSocketUnavailable: .cannotCreate
            }
        #expect(problem.kind == kind && problem.hint?.hasSuffix(" ") == false)
        #expect(ProblemModel(error, for: .webClient).hint == nil)
        #expect(problem.sentence.contains(ErrorSamples.path) == (kind == .cannotCreate))
    }

    @Test("a player that ends at its start is named with its version and its own message")
    func namesEndAtStart() {
        let error = PlayerError.endedAtStart(version: "mpv 0.35.1", message: "Error parsing\noption")
        #expect(
            ProblemModel(error).sentence
                == "The player mpv 0.35.1 has ended before it played anything: “Error parsing option”.")
        let other = ProblemModel(PlayerError.endedAtStart(version: nil, message: "no library"))
        #expect(other.sentence == "The player mpv has ended before it played anything: “no library”.")
    }

    @Test("a missing player is named, with the package to install")
    func namesMissingPlayer() {
        #expect(
            ProblemModel(PlayerError.notInstalled(program: "mpv")).text
                == "The player mpv is not installed. Install the package mpv, with apt install mpv or brew install mpv."
        )
    }
}
