import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

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
            case .notInstalled, .cannotServeAudio, .noSoundDevice, .endedAtStart: .playerUnavailable
            case .ended, .notResponding, .otherVersion, .alreadyRunning: .busy
            case .notRunning, .nothingToPlay, .noMatch, .nothingPlayable, .noEntry: .notFound
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
